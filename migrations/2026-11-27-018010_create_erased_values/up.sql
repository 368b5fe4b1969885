-- Keyed hashes of what forgotten customers were known by: events of before lose what is personal when they come in late.
CREATE TABLE erased_values (
    profile_id uuid NOT NULL,
    hash bytea NOT NULL,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, hash)
);
