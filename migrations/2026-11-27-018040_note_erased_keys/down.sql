ALTER TABLE erasures DROP COLUMN has_keys;
