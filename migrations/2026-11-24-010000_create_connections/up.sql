-- Accounts at ad platforms that a profile is connected with.
CREATE TABLE connections (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL CHECK (provider IN ('social_ads', 'search_ads')),
    status text NOT NULL CHECK (status IN ('connected', 'reconnect_required', 'revoked')),
    -- Why it has to be connected anew.
    reason text CHECK (reason IN ('token_expired', 'permission_missing', 'account_closed', 'failing_for_days')),
    external_account_id text NOT NULL,
    external_account_name text,
    currency text,
    timezone text,
    -- What whoever uses the connection keeps about it.
    config jsonb NOT NULL DEFAULT '{}',
    -- Access and refresh token, sealed for this profile and this connection; none once it is removed.
    sealed_tokens bytea,
    token_obtained_at timestamptz,
    token_expires_at timestamptz,
    -- Which try refreshes the tokens now, and until when nobody else does.
    refresh_lease_holder uuid,
    refresh_lease_until timestamptz,
    refresh_failures integer NOT NULL DEFAULT 0,
    refresh_failing_since timestamptz,
    refresh_retry_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    -- However often an account is connected, it is one connection.
    CONSTRAINT connections_account UNIQUE (profile_id, provider, external_account_id),
    CHECK ((status = 'reconnect_required') = (reason IS NOT NULL)),
    CHECK (status <> 'revoked' OR sealed_tokens IS NULL),
    CHECK ((sealed_tokens IS NULL) = (token_obtained_at IS NULL)),
    CHECK ((refresh_lease_holder IS NULL) = (refresh_lease_until IS NULL))
);
