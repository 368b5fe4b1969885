-- Who wants to be told of what, and how they do.
CREATE TABLE webhook_subscriptions (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    -- The share of the work that it belongs to; one process does a share at a time.
    bucket smallint NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    providers text[] NOT NULL,
    -- Sealed: the one in use, and those that were replaced, newest first, each with when it stops signing.
    secret bytea NOT NULL,
    old_secrets bytea[] NOT NULL,
    old_secrets_expire_at timestamptz[] NOT NULL,
    disabled_at timestamptz,
    disabled_reason text CHECK (disabled_reason IN ('gone', 'failing', 'manual')),
    failures_in_a_row integer NOT NULL DEFAULT 0,
    dead_since timestamptz,
    -- What was queued until then is still to be made dead.
    bury_until timestamptz,
    -- It is gone; its deliveries still have to go, of which there may be many.
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
    CHECK (cardinality(old_secrets) = cardinality(old_secrets_expire_at))
);
