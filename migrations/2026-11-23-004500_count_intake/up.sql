-- What an endpoint took or refused, by the profile's local day, reason and field. Added up in memory
-- and written every few seconds: a diagnosis, which may lose seconds in a crash. No payload, no
-- personal data.
CREATE TABLE intake_days (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    endpoint text NOT NULL,
    reason text NOT NULL,
    -- The field that was wrong, as a JSON pointer; empty where none was.
    pointer text NOT NULL,
    events bigint NOT NULL CHECK (events > 0),
    last_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, local_date, endpoint, reason, pointer)
);
