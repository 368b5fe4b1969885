ALTER TABLE customers DROP COLUMN erased_at;
