-- Who is compared with whom: customers with a keyed hash in common.
CREATE TABLE proposal_blocks (
    profile_id uuid NOT NULL,
    block bigint NOT NULL,
    customer_id uuid NOT NULL,
    PRIMARY KEY (profile_id, block, customer_id)
);
