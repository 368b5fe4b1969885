-- What is told: conversions of a definition, or moves in a pipeline.
CREATE TABLE export_rules (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    enabled boolean NOT NULL,
    archived_at timestamptz,
    priority smallint NOT NULL CHECK (priority BETWEEN 1 AND 999),
    source_kind text NOT NULL CHECK (source_kind IN ('conversion_definition', 'pipeline_stage_transition')),
    -- The definition; it may be gone.
    source_ref_id uuid,
    trigger_mode text NOT NULL CHECK (trigger_mode IN ('event_recorded', 'stage_entered', 'stage_exited')),
    to_stage text,
    from_stage text,
    external_source text,
    tells_social boolean NOT NULL,
    tells_search boolean NOT NULL,
    social_event_name text,
    search_event_name text,
    social_custom_event_type text,
    value_mode text NOT NULL CHECK (value_mode IN ('event_value', 'fixed_value', 'none')),
    fixed_value numeric,
    fixed_currency text,
    recurring_payment_mode text NOT NULL CHECK (recurring_payment_mode IN ('skip', 'custom_event', 'purchase')),
    -- What the rule closes beyond the profile.
    privacy_override jsonb,
    -- Since when each kind of destination is told; nothing from before is.
    since_social timestamptz,
    since_search timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CHECK ((source_kind = 'conversion_definition') = (trigger_mode = 'event_recorded')),
    CHECK ((source_kind = 'conversion_definition') = (source_ref_id IS NOT NULL)),
    CHECK ((value_mode = 'fixed_value') = (fixed_value IS NOT NULL)),
    CHECK ((fixed_value IS NULL) = (fixed_currency IS NULL))
);
