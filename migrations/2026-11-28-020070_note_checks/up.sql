-- What was measured of how a site is measured, and values that show it. A look of before measured nothing.
ALTER TABLE quality_scans ADD COLUMN checks jsonb NOT NULL DEFAULT '[]';
