-- How often a picture was loaded, by the profile's local day, the traffic evidence in its address, who asked
-- for it and whether a recipient was known. Counts only: nothing here is about a person.
CREATE TABLE view_days (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    signature_id bigint NOT NULL,
    agent text NOT NULL,
    has_recipient boolean NOT NULL,
    views bigint NOT NULL CHECK (views > 0),
    PRIMARY KEY (profile_id, local_date, signature_id, agent, has_recipient)
);
