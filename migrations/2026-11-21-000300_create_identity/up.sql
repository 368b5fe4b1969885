-- The graph: pointers from identifiers and visitors to customers. Facts never name a customer.
CREATE TABLE customers (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    first_name text,
    last_name text,
    primary_email text,
    primary_phone text,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    merged_into uuid,
    PRIMARY KEY (profile_id, id)
);

CREATE TABLE identifiers (
    profile_id uuid NOT NULL,
    kind text NOT NULL,
    value_key text NOT NULL,
    customer_id uuid NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'demoted', 'blocked')),
    -- What may be shown of the value; national ids are encrypted here.
    display bytea,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, kind, value_key),
    FOREIGN KEY (profile_id, customer_id) REFERENCES customers (profile_id, id)
);
CREATE INDEX identifiers_customer ON identifiers (profile_id, customer_id);

CREATE TABLE identifier_sightings (
    profile_id uuid NOT NULL,
    kind text NOT NULL,
    value_key text NOT NULL,
    customer_id uuid NOT NULL,
    first_seen_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, kind, value_key, customer_id),
    FOREIGN KEY (profile_id, customer_id) REFERENCES customers (profile_id, id)
);

CREATE TABLE visitors (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    anonymous_id text NOT NULL,
    -- Whose this browser is; NULL until somebody is identified on it.
    customer_id uuid,
    -- Several known people use this browser: visitor_segments says whose it is when.
    is_shared boolean NOT NULL,
    first_seen_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CONSTRAINT visitors_anonymous_id UNIQUE (profile_id, anonymous_id)
);
CREATE INDEX visitors_customer ON visitors (profile_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE visitor_segments (
    profile_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    -- '-infinity' for the first segment: the past belongs to the first known person.
    from_at timestamptz NOT NULL,
    customer_id uuid NOT NULL,
    PRIMARY KEY (profile_id, visitor_id, from_at)
);
CREATE INDEX visitor_segments_customer ON visitor_segments (profile_id, customer_id);
