-- What the first fact says of somebody whom a value decides: it goes wherever the value goes.
ALTER TABLE identifiers ADD COLUMN first_name text, ADD COLUMN last_name text;
