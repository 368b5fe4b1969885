-- Browsers that went away by a decision: whoever goes on is on them whoever has what went away.
CREATE TABLE customer_split_browsers (
    profile_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    split_id uuid NOT NULL,
    PRIMARY KEY (profile_id, visitor_id, split_id)
);
