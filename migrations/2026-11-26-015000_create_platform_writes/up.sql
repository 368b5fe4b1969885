-- Changes at ad platforms: kept before the platform is asked, and settled once it is known what came of it.
CREATE TABLE platform_writes (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    recommendation_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    -- Which thing of which connection: connection:kind:id.
    target_key text NOT NULL,
    -- The Monday of the profile's week.
    local_week date NOT NULL,
    change text NOT NULL CHECK (change IN ('pause', 'daily_budget')),
    -- What was there before, and what is to be there; of a pause that is no number.
    before_status text CHECK (before_status IN ('active', 'paused', 'ended')),
    before_budget numeric,
    after_budget numeric CHECK (after_budget > 0),
    status text NOT NULL CHECK (status IN ('intended', 'applied', 'failed')),
    failure text CHECK (failure IN (
        'precondition_changed', 'budget_too_small', 'budget_too_large', 'connection_revoked', 'platform_refused'
    )),
    intended_at timestamptz NOT NULL,
    -- When there is something to do again, and who does it.
    look_at timestamptz,
    lease_holder uuid,
    lease_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    settled_at timestamptz,
    PRIMARY KEY (profile_id, id),
    CHECK ((change = 'pause') = (before_status IS NOT NULL)),
    CHECK ((change = 'daily_budget') = (before_budget IS NOT NULL)),
    CHECK ((change = 'daily_budget') = (after_budget IS NOT NULL)),
    CHECK ((status = 'intended') = (look_at IS NOT NULL)),
    CHECK ((status = 'intended') = (settled_at IS NULL)),
    CHECK ((status = 'failed') = (failure IS NOT NULL)),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL))
);
