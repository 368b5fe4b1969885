-- Reference tables, as in create_tenancy: small, globally unique, without counters.

-- Somebody who signs in. 'builtin' is this service's own identity provider.
CREATE TABLE users (
    id uuid PRIMARY KEY,
    issuer text NOT NULL,
    subject text NOT NULL,
    name text NOT NULL,
    email text,
    -- Lower case; what somebody signs in and is invited with.
    email_key text,
    -- A PHC string; NULL for people of another provider.
    password_hash text,
    created_at timestamptz NOT NULL,
    CONSTRAINT users_subject UNIQUE (issuer, subject),
    CONSTRAINT users_email UNIQUE (issuer, email_key)
);

ALTER TABLE workspaces
    ADD COLUMN plan text NOT NULL DEFAULT 'starter' CHECK (plan IN ('starter', 'growth', 'agency')),
    ADD COLUMN trial_ends_at timestamptz,
    -- Who made it; the name makes its creation idempotent for some minutes.
    ADD COLUMN created_by uuid REFERENCES users (id);
CREATE INDEX workspaces_created_by ON workspaces (created_by, name);

-- Read with every request, never kept: whoever is removed here reaches nothing from then on.
CREATE TABLE memberships (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    user_id uuid NOT NULL REFERENCES users (id),
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- The profiles that a plain member reaches, and what may be done there.
CREATE TABLE profile_assignments (
    profile_id uuid NOT NULL REFERENCES profiles (id),
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    scopes text[] NOT NULL,
    PRIMARY KEY (profile_id, user_id),
    FOREIGN KEY (workspace_id, user_id)
        REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX profile_assignments_user ON profile_assignments (user_id, workspace_id);

CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('admin', 'member')),
    -- For a member: the profiles, and the scopes there.
    profile_ids uuid[] NOT NULL,
    scopes text[] NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    invited_by uuid REFERENCES users (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at);

-- A browser in which somebody is signed in; the cookie holds the secret.
CREATE TABLE web_sessions (
    id uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX web_sessions_user ON web_sessions (user_id);

-- Single-use form tokens, each for one session (or one browser before it has one) and one purpose.
CREATE TABLE form_tokens (
    secret_hash bytea PRIMARY KEY,
    -- The web session, or the hash of the cookie of somebody who is not signed in.
    holder bytea NOT NULL,
    -- What the form does, with everything that it must not be taken elsewhere with.
    purpose text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX form_tokens_expires ON form_tokens (expires_at);

-- Keys that session tokens are signed with; the private half is sealed.
CREATE TABLE signing_keys (
    id text PRIMARY KEY,
    algorithm text NOT NULL,
    public_key bytea NOT NULL,
    sealed_private_key bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- Published before it is used, and after it was.
    used_from timestamptz NOT NULL,
    used_until timestamptz NOT NULL,
    published_until timestamptz NOT NULL
);

-- Something that a human has to finish in a browser: a checkout, an approval, a connection.
CREATE TABLE handoffs (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    profile_id uuid REFERENCES profiles (id),
    kind text NOT NULL,
    status text NOT NULL,
    -- Where the human goes.
    url text,
    -- What the finished hand-off made.
    result jsonb,
    detail jsonb NOT NULL,
    created_by uuid REFERENCES users (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    completed_at timestamptz
);
CREATE INDEX handoffs_workspace ON handoffs (workspace_id, created_at);
