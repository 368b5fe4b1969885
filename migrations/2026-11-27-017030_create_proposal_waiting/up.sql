-- Customers of whom more is known than when they were compared last.
CREATE TABLE proposal_waiting (
    profile_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    PRIMARY KEY (profile_id, customer_id)
);
