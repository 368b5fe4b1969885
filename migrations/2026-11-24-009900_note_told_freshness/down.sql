ALTER TABLE attribution_state DROP COLUMN freshness_told, DROP COLUMN freshness_told_at;
