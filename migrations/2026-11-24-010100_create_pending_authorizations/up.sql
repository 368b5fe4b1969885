-- Browsers that were sent to a platform and are not back yet, or are back and have not chosen an account.
CREATE TABLE pending_authorizations (
    -- The SHA-256 of what the browser brings back.
    secret_hash bytea PRIMARY KEY,
    handoff_id uuid NOT NULL,
    -- The web session that it was made for.
    session_id uuid NOT NULL,
    -- Verifier, or tokens and accounts to choose from, sealed.
    sealed bytea NOT NULL,
    expires_at timestamptz NOT NULL
);
