-- People act on profiles too.
ALTER TABLE audit_events DROP CONSTRAINT IF EXISTS audit_events_actor_kind_check;
ALTER TABLE audit_events ADD CONSTRAINT audit_events_actor_kind_check
    CHECK (actor_kind IN ('api_key', 'user', 'operator', 'system'));

-- Who did what to a workspace and its members.
CREATE TABLE workspace_audit_events (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL CHECK (actor_kind IN ('api_key', 'user', 'operator', 'system')),
    actor_id uuid,
    subject_id uuid,
    -- No personal data.
    detail jsonb NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
