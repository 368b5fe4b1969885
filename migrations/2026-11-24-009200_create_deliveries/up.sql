-- Each event on its way to each place that it is told to.
CREATE TABLE deliveries (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    -- What kind of place; a kind has its own table of places, and its own sender.
    kind text NOT NULL CHECK (kind IN ('webhook')),
    target_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    event_at timestamptz NOT NULL,
    -- NULL when it is not kept any more.
    body bytea,
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
    -- Failed attempts of the present schedule, and attempts of all schedules.
    failures integer NOT NULL,
    attempts integer NOT NULL,
    -- Of what is pending; while it is leased, when the lease ends.
    next_attempt_at timestamptz,
    lease_id uuid,
    queued_at timestamptz NOT NULL,
    settled_at timestamptz,
    last_status smallint,
    last_failure text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    UNIQUE (profile_id, target_id, event_id),
    CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
    CHECK ((status = 'pending') = (settled_at IS NULL))
) WITH (
    -- Each is changed twice: when it is claimed and when it is settled.
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0
);
