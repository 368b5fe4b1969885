-- What a profile decides: its own channel rules, its channels, labels of outcomes, how it is shown.
ALTER TABLE profiles
    ADD COLUMN pii_mode text NOT NULL DEFAULT 'visible' CHECK (pii_mode IN ('visible', 'masked')),
    ADD COLUMN onboarding_completed boolean NOT NULL DEFAULT false;

-- One row a profile. Whoever adds a signature reads the version under a share lock, whoever changes
-- a rule raises it: no signature is ever classified by rules that are gone.
CREATE TABLE channel_rule_sets (
    profile_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    changed_at timestamptz NOT NULL
);

CREATE TABLE channel_rules (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    channel text NOT NULL,
    priority smallint NOT NULL CHECK (priority BETWEEN 1 AND 999),
    enabled boolean NOT NULL,
    combiner text NOT NULL CHECK (combiner IN ('and', 'or')),
    -- [{"field", "operator", "values": []}]
    conditions jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    -- Checked at the end of the transaction, so that two rules can swap places.
    CONSTRAINT channel_rules_priority UNIQUE (profile_id, priority) DEFERRABLE INITIALLY DEFERRED
);

-- Channels beside the default taxonomy, for all profiles of the workspace.
CREATE TABLE workspace_channels (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    name text NOT NULL,
    -- Two names that differ only in case are one channel.
    name_key text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, name_key)
);

-- Labels of pipeline stages: they name what outcome counts are keyed by, and mean nothing else.
CREATE TABLE outcome_definitions (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    family text NOT NULL,
    event_key text NOT NULL,
    display_name text NOT NULL,
    position smallint NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CONSTRAINT outcome_definitions_key UNIQUE (profile_id, family, event_key) DEFERRABLE INITIALLY DEFERRED
);

INSERT INTO channel_rule_sets (profile_id, version, changed_at)
SELECT id, 1, created_at FROM profiles;
