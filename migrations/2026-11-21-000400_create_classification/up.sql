-- Each distinct normalised traffic evidence once. A touch stores the signature, never a channel.
CREATE TABLE traffic_signatures (
    profile_id uuid NOT NULL,
    id bigint NOT NULL,
    referrer_state text NOT NULL,
    referrer_host text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    click_kinds text[] NOT NULL,
    has_ad_id boolean NOT NULL,
    landing_host text,
    landing_path text,
    first_seen_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id)
);
CREATE INDEX traffic_signatures_seen ON traffic_signatures (profile_id, first_seen_at);

-- Derived: a rule change rewrites this small table and nothing else.
CREATE TABLE signature_channels (
    profile_id uuid NOT NULL,
    signature_id bigint NOT NULL,
    channel text NOT NULL,
    rule text NOT NULL,
    -- The traffic source and medium that reports show.
    source text NOT NULL,
    medium text NOT NULL,
    is_direct boolean NOT NULL,
    resolved_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, signature_id)
);

CREATE TABLE conversion_definitions (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    conversion_key text NOT NULL,
    display_name text NOT NULL,
    source_event_names text[] NOT NULL,
    revenue_type text NOT NULL CHECK (revenue_type IN ('cash', 'pipeline', 'gross')),
    attribution_eligible boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CONSTRAINT conversion_definitions_key UNIQUE (profile_id, conversion_key)
);
