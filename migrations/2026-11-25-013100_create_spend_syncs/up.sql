-- How reading the spend of a connection's account goes.
CREATE TABLE spend_syncs (
    profile_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    is_enabled boolean NOT NULL,
    -- How far back it is read.
    months smallint NOT NULL CHECK (months BETWEEN 1 AND 37),
    -- How many days at once.
    piece_days smallint NOT NULL CHECK (piece_days BETWEEN 1 AND 7),
    -- When somebody last asked for the last thirty days to be read anew, and when campaigns and ads were read.
    asked_at timestamptz,
    catalogue_at timestamptz,
    -- When there is something to do again.
    look_at timestamptz NOT NULL,
    lease_holder uuid,
    lease_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    -- The last try, the days that it was about, and what went wrong.
    last_at timestamptz,
    last_status text CHECK (last_status IN ('succeeded', 'failed', 'throttled', 'upgrade_required')),
    last_from date,
    last_to date,
    last_reason text,
    PRIMARY KEY (profile_id, connection_id),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    CHECK ((last_at IS NULL) = (last_status IS NULL)),
    CHECK ((last_from IS NULL) = (last_to IS NULL))
);
