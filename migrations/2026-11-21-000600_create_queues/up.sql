-- Who has to be replayed. Rows are only ever added and removed, never changed, so ingest never
-- waits for a worker. A visitor whose events changed, a customer, an event without a person, or,
-- with kind 'profile', everybody.
CREATE TABLE replay_marks (
    bucket smallint NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('visitor', 'customer', 'event', 'profile')),
    target_id uuid NOT NULL,
    cause text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (bucket, id)
);
CREATE INDEX replay_marks_profile ON replay_marks (bucket, profile_id, id);

-- How far an import of a file has come, so that it can be taken up again.
CREATE TABLE import_progress (
    profile_id uuid NOT NULL,
    source_digest bytea NOT NULL,
    done_lines bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, source_digest)
);
