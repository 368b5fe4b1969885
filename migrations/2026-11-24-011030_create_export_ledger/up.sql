-- What ad platforms were told and what they were not, and why. Nothing of a person is here, hashed or not.
CREATE TABLE export_ledger (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    run_id uuid,
    rule_id uuid,
    destination_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('real', 'test')),
    -- SHA-256 of the profile, the kind of source and the outcome event: the same whatever attribution makes of it.
    source_fingerprint bytea NOT NULL,
    source_kind text NOT NULL CHECK (source_kind IN ('conversion_definition', 'pipeline_stage_transition')),
    source_event_id uuid NOT NULL,
    conversion_id uuid,
    -- Name and id that the platform is told.
    platform_event_name text,
    event_id text,
    action_source text CHECK (action_source IN ('website', 'system_generated', 'business_messaging')),
    event_time timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN (
        'queued', 'sending', 'sent', 'accepted', 'confirmed', 'rejected', 'retry', 'failed', 'skipped', 'unknown'
    )),
    skip_reason text,
    -- What the guard did, and names of what the platform could find the person by; never a value.
    filters_applied text[] NOT NULL,
    match_keys text[] NOT NULL,
    value numeric,
    currency text,
    attempt integer NOT NULL,
    first_attempt_at timestamptz,
    -- When it was first sent without an answer.
    ambiguous_at timestamptz,
    next_attempt_at timestamptz,
    -- After this the platform does not take it any more.
    fresh_until timestamptz NOT NULL,
    -- When a search engine is asked what it made of it.
    ask_at timestamptz,
    asked integer NOT NULL DEFAULT 0,
    http_status smallint,
    platform_code bigint,
    subcode bigint,
    trace_id text,
    request_sha256 bytea,
    response_redacted text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)),
    CHECK ((status IN ('queued', 'retry')) = (next_attempt_at IS NOT NULL)),
    CHECK ((value IS NULL) = (currency IS NULL))
);
