ALTER TABLE attribution_state DROP COLUMN revision;
