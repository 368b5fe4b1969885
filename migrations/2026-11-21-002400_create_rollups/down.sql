ALTER TABLE attribution_state DROP COLUMN has_rollups, DROP COLUMN numbered;
DROP TABLE conversion_days;
DROP TABLE visitor_numbers;
DROP TABLE rollup_changes;
DROP TABLE rollup_days;
