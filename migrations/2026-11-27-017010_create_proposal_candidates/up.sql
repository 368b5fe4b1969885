-- What was known of a customer when they were compared last, as a keyed hash, and the hashes of what they were
-- compared by.
CREATE TABLE proposal_candidates (
    profile_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    digest bytea NOT NULL,
    blocks bigint[] NOT NULL,
    PRIMARY KEY (profile_id, customer_id)
);
