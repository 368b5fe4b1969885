-- What a profile has decided for all of its exports; no row while it has decided nothing.
CREATE TABLE export_compliance (
    profile_id uuid NOT NULL PRIMARY KEY,
    privacy_mode text NOT NULL CHECK (privacy_mode IN ('standard', 'hipaa', 'custom', 'platform_safe')),
    -- What it opens by itself, and whether data is to be used in a limited way.
    privacy_config jsonb NOT NULL,
    export_social_enabled boolean NOT NULL,
    export_search_enabled boolean NOT NULL,
    updated_at timestamptz NOT NULL
);
