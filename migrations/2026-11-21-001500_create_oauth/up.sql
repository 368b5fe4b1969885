-- An application that acts for people. Public clients register themselves and have no secret.
CREATE TABLE oauth_clients (
    id text PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('public', 'confidential')),
    secret_hash bytea,
    -- Compared as texts, byte by byte.
    redirect_uris text[] NOT NULL,
    grants text[] NOT NULL,
    created_at timestamptz NOT NULL,
    -- NULL while nobody ever approved it.
    authorised_at timestamptz
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE authorised_at IS NULL;

-- Everything that one approval led to. A burned family is dead at once, on every surface.
CREATE TABLE token_families (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id),
    -- NULL for a token that somebody minted without a client.
    client_id text REFERENCES oauth_clients (id),
    name text NOT NULL,
    grants text[] NOT NULL,
    -- API scopes, frozen when the family was made.
    scopes text[] NOT NULL,
    resource text NOT NULL,
    units_per_minute integer NOT NULL CHECK (units_per_minute > 0),
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX token_families_user ON token_families (user_id);

CREATE TABLE authorization_codes (
    secret_hash bytea PRIMARY KEY,
    client_id text NOT NULL REFERENCES oauth_clients (id),
    user_id uuid NOT NULL REFERENCES users (id),
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    grants text[] NOT NULL,
    resource text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    -- What it was exchanged for.
    family_id uuid REFERENCES token_families (id)
);
CREATE INDEX authorization_codes_expires ON authorization_codes (expires_at);

CREATE TABLE access_tokens (
    secret_hash bytea PRIMARY KEY,
    family_id uuid NOT NULL REFERENCES token_families (id),
    -- The family's, or fewer.
    grants text[] NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX access_tokens_family ON access_tokens (family_id);
CREATE INDEX access_tokens_expires ON access_tokens (expires_at);

CREATE TABLE refresh_tokens (
    secret_hash bytea PRIMARY KEY,
    family_id uuid NOT NULL REFERENCES token_families (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires_at);
