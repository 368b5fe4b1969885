-- Reference tables: small, globally unique, never distributed by profile.
CREATE TABLE workspaces (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE profiles (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    name text NOT NULL,
    currency text NOT NULL,
    timezone text NOT NULL,
    click_window_days smallint NOT NULL CHECK (click_window_days BETWEEN 0 AND 365),
    view_through_window_days smallint NOT NULL CHECK (view_through_window_days BETWEEN 0 AND 365),
    first_touch_window_days smallint NOT NULL CHECK (first_touch_window_days BETWEEN 0 AND 365),
    cash_window_days smallint NOT NULL CHECK (cash_window_days BETWEEN 0 AND 365),
    own_domains text[] NOT NULL,
    excluded_referrers text[] NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX profiles_workspace ON profiles (workspace_id);

CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE,
    profile_id uuid NOT NULL REFERENCES profiles (id),
    name text NOT NULL,
    prefix text NOT NULL,
    last_four text NOT NULL,
    scopes text[] NOT NULL,
    units_per_minute integer,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX api_keys_profile ON api_keys (profile_id);

CREATE TABLE tracking_keys (
    id uuid PRIMARY KEY,
    public_key text NOT NULL UNIQUE,
    profile_id uuid NOT NULL REFERENCES profiles (id),
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE UNIQUE INDEX tracking_keys_one_active ON tracking_keys (profile_id) WHERE revoked_at IS NULL;
