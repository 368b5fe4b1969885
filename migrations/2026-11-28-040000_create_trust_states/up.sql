-- What was last known of signals of trust that were not ok at some time, so that it is told once when one leaves ok or
-- regains it.
CREATE TABLE trust_states (
    profile_id uuid NOT NULL,
    -- Which signal.
    code text NOT NULL,
    -- `ok`, `notice` or `warning`.
    level text NOT NULL,
    -- The first local day on which it was ok, or was not.
    since date NOT NULL,
    -- When what was measured came to another level.
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, code)
);
