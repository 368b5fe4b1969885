-- Browsers in which somebody was signed in with a password: what others try makes nobody wait there.
-- A reference table like web_sessions; a few rows a person.
CREATE TABLE known_browsers (
    user_id uuid NOT NULL REFERENCES users (id),
    -- Of the browser's cookie.
    secret_hash bytea NOT NULL,
    remembered_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, secret_hash)
);
CREATE INDEX known_browsers_secret ON known_browsers (secret_hash);

-- Tries with a wrong password, by account; also of accounts that are not there.
CREATE TABLE failed_sign_ins (
    -- A hash: it does not show whose it is.
    account text PRIMARY KEY,
    tries bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL
);
CREATE INDEX failed_sign_ins_last ON failed_sign_ins (last_at);
