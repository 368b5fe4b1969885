-- Page views without an id, by the profile's local day and the traffic evidence: where from, and to
-- which page. Counts only: nothing here is about a person, and nothing can be joined to one.
CREATE TABLE anonymous_views (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    signature_id bigint NOT NULL,
    views bigint NOT NULL CHECK (views > 0),
    PRIMARY KEY (profile_id, local_date, signature_id)
);
