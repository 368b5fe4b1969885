ALTER TABLE visitors DROP COLUMN over_limit;
