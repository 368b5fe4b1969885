-- Which values of people facts name together. Derived: who is one person follows from it.
CREATE TABLE identifier_pairs (
    profile_id uuid NOT NULL,
    -- The more trusted one.
    kind text NOT NULL,
    value_key text NOT NULL,
    other_kind text NOT NULL,
    other_key text NOT NULL,
    -- By event time, of the facts of servers where there are any.
    first_at timestamptz NOT NULL,
    -- How many facts of servers, which connect them, and how many identifications on browsers, which
    -- do not.
    server_events bigint NOT NULL,
    identifications bigint NOT NULL,
    -- The first fact of a server that came, otherwise the first identification.
    fact_id uuid NOT NULL,
    -- Whether whose the two values are follows from it already.
    is_settled boolean NOT NULL,
    PRIMARY KEY (profile_id, kind, value_key, other_kind, other_key)
);
CREATE INDEX identifier_pairs_other
    ON identifier_pairs (profile_id, other_kind, other_key, kind, value_key);
CREATE INDEX identifier_pairs_unsettled ON identifier_pairs (profile_id) WHERE NOT is_settled;

ALTER TABLE identifiers
    -- The customer who was founded for the value: an alias while the value is somebody else's.
    ADD COLUMN home_id uuid,
    ADD COLUMN is_settled boolean NOT NULL DEFAULT true;
CREATE INDEX identifiers_home ON identifiers (profile_id, home_id) WHERE home_id IS NOT NULL;
CREATE INDEX identifiers_unsettled ON identifiers (profile_id) WHERE NOT is_settled;

-- Counts up whenever it is settled anew what a customer holds.
ALTER TABLE customers ADD COLUMN epoch integer NOT NULL DEFAULT 0;

-- Which values changed hands, when, and which fact caused it.
CREATE TABLE identifier_moves (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    moved_at timestamptz NOT NULL,
    kind text NOT NULL,
    value_key text NOT NULL,
    from_customer uuid NOT NULL,
    to_customer uuid NOT NULL,
    fact_id uuid,
    PRIMARY KEY (profile_id, id)
);
CREATE INDEX identifier_moves_value ON identifier_moves (profile_id, kind, value_key, moved_at);

-- Profiles of before, and how far their facts have been gone through for pairs. Until then nothing of
-- them is settled.
CREATE TABLE identity_rederivations (
    profile_id uuid PRIMARY KEY,
    -- The last fact that was looked at.
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- Facts that come from here on have counted their pairs themselves.
    since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO identity_rederivations (profile_id)
SELECT p.id FROM profiles p WHERE EXISTS (SELECT FROM identifiers i WHERE i.profile_id = p.id);
