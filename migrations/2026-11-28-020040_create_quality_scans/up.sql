-- The last look at the links of a profile, replaced as a whole by the next one.
CREATE TABLE quality_scans (
    profile_id uuid PRIMARY KEY,
    scanned_at timestamptz NOT NULL,
    -- The local days that were looked at.
    first_date date NOT NULL,
    last_date date NOT NULL,
    -- Which version of the profile's channel rules was in force.
    rules_version bigint NOT NULL,
    -- What was counted, and what was found: values of links and ids of signatures, nobody's.
    summary jsonb NOT NULL,
    findings jsonb NOT NULL
);
