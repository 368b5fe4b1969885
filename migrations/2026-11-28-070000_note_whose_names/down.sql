ALTER TABLE customers DROP COLUMN first_name_of, DROP COLUMN last_name_of;
