-- Decisions of people that two customers are one, and which of them were taken back. A decision is about the persons
-- of two values: which customer a value belongs to may change with every fact. A national id stands here as its keyed hash.
CREATE TABLE customer_merges (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    decided_at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    -- Who went on under their id, and whose id became an alias.
    survivor_id uuid NOT NULL,
    merged_id uuid NOT NULL,
    -- The value of each by which the decision is remembered.
    survivor_kind text NOT NULL,
    survivor_key text NOT NULL,
    merged_kind text NOT NULL,
    merged_key text NOT NULL,
    -- What was shown of the survivor before: whether they had no such name, and when they were seen.
    lacked_first_name boolean NOT NULL,
    lacked_last_name boolean NOT NULL,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    undone_at timestamptz,
    undone_actor_kind text,
    undone_actor_id uuid,
    PRIMARY KEY (profile_id, id),
    CHECK (survivor_id <> merged_id),
    CHECK ((undone_at IS NULL) = (undone_actor_kind IS NULL))
);
