ALTER TABLE identifier_pairs DROP COLUMN list_rows;
