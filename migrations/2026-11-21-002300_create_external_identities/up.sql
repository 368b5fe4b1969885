-- What an external issuer calls somebody who had an account here before. Who came through the issuer
-- from the start has its name in users.
CREATE TABLE external_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL REFERENCES users (id),
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject),
    -- An account is linked once.
    CONSTRAINT external_identities_user UNIQUE (user_id, issuer)
);

-- Browsers that were sent to the issuer and are not back yet.
CREATE TABLE pending_sign_ins (
    state_hash bytea PRIMARY KEY,
    -- The hash of the browser's own cookie.
    holder bytea NOT NULL,
    -- Nonce, verifier and where to go afterwards, sealed.
    sealed bytea NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_expires ON pending_sign_ins (expires_at);
