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

CREATE INDEX spend_landing_age ON spend_landing (landed_at);

-- What a loader says of its rows once all of them are there, and what became of them.
CREATE TABLE spend_batches (
    profile_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    platform text NOT NULL CHECK (char_length(platform) BETWEEN 1 AND 64),
    account_id text NOT NULL DEFAULT '' CHECK (char_length(account_id) <= 256),
    date_from date NOT NULL,
    date_to date NOT NULL CHECK (date_to >= date_from),
    row_count integer NOT NULL CHECK (row_count >= 0),
    status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'written', 'refused')),
    landed_at timestamptz NOT NULL DEFAULT now(),
    -- When somebody is to look at it again; the first time at once.
    look_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    finished_at timestamptz,
    written_days integer,
    removed_days integer,
    errors jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (profile_id, batch_id),
    CHECK ((status = 'ready') = (finished_at IS NULL))
);

CREATE INDEX spend_batches_ready ON spend_batches (look_at NULLS FIRST, landed_at) WHERE status = 'ready';
CREATE INDEX spend_batches_age ON spend_batches (landed_at);
CREATE INDEX spend_batches_latest ON spend_batches (profile_id, landed_at DESC, batch_id DESC);
