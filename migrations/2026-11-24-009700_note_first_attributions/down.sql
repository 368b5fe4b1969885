ALTER TABLE conversion_definitions DROP COLUMN first_attributed_at;
