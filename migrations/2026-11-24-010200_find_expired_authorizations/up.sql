-- Those that nobody came back for are found by their age.
CREATE INDEX pending_authorizations_expires ON pending_authorizations (expires_at);
