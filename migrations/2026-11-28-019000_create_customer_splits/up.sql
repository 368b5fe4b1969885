-- Decisions of people that a customer is two, and which of them were taken back.
CREATE TABLE customer_splits (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    decided_at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    -- Who was two people and goes on, and who has what went away: known once that is settled, in the same transaction.
    customer_id uuid NOT NULL,
    parted_id uuid,
    -- Whether the id of the one who goes on is another value's since.
    is_home_moved boolean NOT NULL,
    -- What was shown of them before.
    first_name text,
    last_name text,
    primary_email text,
    primary_phone text,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    undone_at timestamptz,
    undone_actor_kind text,
    undone_actor_id uuid,
    PRIMARY KEY (profile_id, id),
    CHECK (customer_id <> parted_id),
    CHECK ((undone_at IS NULL) = (undone_actor_kind IS NULL))
);
