-- Outcome events that are to be looked at for what is told of them. Rows are only added and removed.
CREATE TABLE export_marks (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id)
);
