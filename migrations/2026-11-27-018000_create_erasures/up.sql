-- Customers who were forgotten, numbered in the order in which that was done: what comes in compares numbers to know
-- whether somebody was forgotten meanwhile.
CREATE TABLE erasures (
    profile_id uuid NOT NULL,
    number bigint NOT NULL,
    customer_id uuid NOT NULL,
    erased_at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    PRIMARY KEY (profile_id, number)
);
