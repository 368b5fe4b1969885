ALTER TABLE attribution_state DROP COLUMN has_touches;
