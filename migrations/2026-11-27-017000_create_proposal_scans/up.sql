-- How far the customers of a profile were gone through for who may be one.
CREATE TABLE proposal_scans (
    profile_id uuid NOT NULL PRIMARY KEY,
    -- Whoever was founded up to this id was looked at; ids are ordered by time.
    after_id uuid NOT NULL,
    -- The pass from the beginning that runs, or was the last.
    requested_at timestamptz NOT NULL,
    began_at timestamptz,
    finished_at timestamptz,
    walked bigint NOT NULL,
    compared bigint NOT NULL
);
