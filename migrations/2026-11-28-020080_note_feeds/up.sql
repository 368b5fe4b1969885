-- What comes in day by day, whether it still does, and unusual days. A look of before saw nothing of it.
ALTER TABLE quality_scans ADD COLUMN series jsonb NOT NULL DEFAULT '{}';
