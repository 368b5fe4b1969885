CREATE INDEX spend_landing_age ON spend_landing (landed_at);
