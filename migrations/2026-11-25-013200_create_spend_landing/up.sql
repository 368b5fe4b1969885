-- Rows of spend as a loader of the operator's leaves them: text, to be read like a file. Loaders only insert, and need no right to
-- read.
CREATE TABLE spend_landing (
    profile_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    row_number integer NOT NULL CHECK (row_number > 0),
    date text,
    platform text,
    account_id text,
    campaign_id text,
    ad_set_id text,
    ad_id text,
    account_name text,
    campaign_name text,
    ad_set_name text,
    ad_name text,
    spend text,
    currency text,
    impressions text,
    clicks text,
    utm_source text,
    utm_medium text,
    landed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (profile_id, batch_id, row_number)
);
