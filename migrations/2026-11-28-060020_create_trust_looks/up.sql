-- When signals of trust were last looked at, so that of several processes one looks.
CREATE TABLE trust_looks (
    profile_id uuid PRIMARY KEY,
    looked_at timestamptz NOT NULL
);
