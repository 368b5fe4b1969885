-- What each of the two has by a decision. A national id stands here as its keyed hash.
CREATE TABLE customer_split_values (
    profile_id uuid NOT NULL,
    kind text NOT NULL,
    value_key text NOT NULL,
    split_id uuid NOT NULL,
    is_away boolean NOT NULL,
    -- Whether it was several people's already when that was decided.
    was_shared boolean NOT NULL,
    PRIMARY KEY (profile_id, kind, value_key, split_id)
);
