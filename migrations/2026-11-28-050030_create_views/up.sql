-- What a recipient saw: at most once a campaign and local day, which the id is made of.
CREATE TABLE views (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    local_date date NOT NULL,
    signature_id bigint NOT NULL,
    agent text NOT NULL,
    ad_id text,
    campaign_id text,
    PRIMARY KEY (profile_id, id)
);
