ALTER TABLE identifiers DROP COLUMN first_name, DROP COLUMN last_name;
