-- Facts: written once, never changed. Everything else can be rebuilt from them.
CREATE TABLE tracker_events (
    profile_id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    id uuid NOT NULL,
    received_at timestamptz NOT NULL,
    visitor_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('page_view', 'engagement', 'identify', 'custom')),
    name text,
    url text,
    path text,
    title text,
    referrer text,
    engaged_ms integer,
    properties jsonb,
    -- What classification needs, worked out once when the event arrives.
    signature_id bigint,
    source_key bigint,
    names_a_source boolean,
    exclusion text CHECK (exclusion IN ('self_referral', 'payment_gateway')),
    ad_id text,
    campaign_id text,
    click_ids jsonb,
    -- The known identifier that an identify event carried.
    subject_kind text,
    subject_key text,
    identifiers jsonb,
    country text,
    device text,
    browser text,
    os text,
    bot_reason text,
    PRIMARY KEY (profile_id, occurred_at, id)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX tracker_events_visitor ON tracker_events (profile_id, visitor_id, occurred_at);

-- Event ids are unique whatever their time, which a partitioned table cannot promise.
CREATE TABLE tracker_event_ids (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (profile_id, id)
);

CREATE TABLE outcome_events (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    idempotency_key text,
    content_hash bytea NOT NULL,
    received_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    event_type text NOT NULL,
    event_name text,
    value_amount numeric,
    currency text,
    -- The identifier that decides whose event this is; NULL when it carries none that can.
    subject_kind text,
    subject_key text,
    visitor_id uuid,
    identifiers jsonb NOT NULL,
    is_first_payment boolean,
    refund_of text,
    url text,
    signature_id bigint,
    ad_id text,
    campaign_id text,
    click_ids jsonb,
    pipeline jsonb,
    consent jsonb,
    properties jsonb,
    PRIMARY KEY (profile_id, id),
    CONSTRAINT outcome_events_idempotency UNIQUE (profile_id, idempotency_key)
);
CREATE INDEX outcome_events_subject ON outcome_events (profile_id, subject_kind, subject_key);
CREATE INDEX outcome_events_visitor ON outcome_events (profile_id, visitor_id) WHERE visitor_id IS NOT NULL;
CREATE INDEX outcome_events_refund ON outcome_events (profile_id, refund_of) WHERE refund_of IS NOT NULL;

CREATE TABLE ads (
    profile_id uuid NOT NULL,
    platform text NOT NULL,
    account_id text NOT NULL,
    campaign_id text NOT NULL,
    ad_set_id text NOT NULL,
    ad_id text NOT NULL,
    account_name text,
    campaign_name text,
    ad_set_name text,
    ad_name text,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id)
);

CREATE TABLE ad_spend_daily (
    profile_id uuid NOT NULL,
    date date NOT NULL,
    platform text NOT NULL,
    account_id text NOT NULL,
    campaign_id text NOT NULL,
    ad_set_id text NOT NULL,
    ad_id text NOT NULL,
    amount numeric NOT NULL,
    currency text NOT NULL,
    impressions bigint,
    clicks bigint,
    -- The traffic that this spend buys, so that spend has a channel like every touch has.
    signature_id bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id)
);

CREATE TABLE fx_rates (
    profile_id uuid NOT NULL,
    from_currency text NOT NULL,
    to_currency text NOT NULL,
    date date NOT NULL,
    rate numeric NOT NULL CHECK (rate > 0),
    source text NOT NULL,
    PRIMARY KEY (profile_id, from_currency, to_currency, date)
);
