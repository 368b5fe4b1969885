ALTER TABLE users DROP COLUMN is_vouched;
