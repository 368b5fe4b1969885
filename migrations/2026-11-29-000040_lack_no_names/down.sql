ALTER TABLE customer_merges ALTER COLUMN lacked_first_name DROP DEFAULT, ALTER COLUMN lacked_last_name DROP DEFAULT;
