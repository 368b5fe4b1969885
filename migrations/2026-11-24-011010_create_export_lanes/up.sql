-- Who sends to a destination now, the run that is under way, and how its platform does.
CREATE TABLE export_lanes (
    profile_id uuid NOT NULL,
    destination_id uuid NOT NULL,
    lease_holder uuid,
    lease_until timestamptz,
    run_id uuid,
    run_started_at timestamptz,
    breaker text NOT NULL CHECK (breaker IN ('closed', 'open', 'needs_reconnect')),
    -- Failures in a row of one that is closed.
    breaker_failures integer NOT NULL,
    -- Until when one that is open is, and for how long it was opened.
    breaker_until timestamptz,
    breaker_pause_micros bigint,
    -- Nothing is sent before this.
    held_until timestamptz,
    -- When something is to be done next; none when nothing waits.
    due_at timestamptz,
    PRIMARY KEY (profile_id, destination_id),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    CHECK ((run_id IS NULL) = (run_started_at IS NULL)),
    CHECK ((breaker = 'open') = (breaker_until IS NOT NULL)),
    CHECK ((breaker = 'open') = (breaker_pause_micros IS NOT NULL))
);
