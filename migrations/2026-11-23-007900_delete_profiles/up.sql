-- Profiles and workspaces that are to be deleted, and how far that is.
CREATE TABLE deletions (
    workspace_id uuid NOT NULL,
    -- The nil UUID is the workspace as a whole.
    profile_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    -- From here on it cannot be taken back.
    due_at timestamptz NOT NULL,
    -- When nobody could reach it any more, and when nothing of it was found.
    closed_at timestamptz,
    removed_at timestamptz,
    PRIMARY KEY (workspace_id, profile_id)
);
