-- Whether a client registered for refresh tokens; without them it gets none.
ALTER TABLE oauth_clients ADD COLUMN refreshes boolean NOT NULL DEFAULT true;
