ALTER TABLE quality_scans DROP COLUMN series;
