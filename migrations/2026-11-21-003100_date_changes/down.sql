ALTER TABLE rollup_changes DROP COLUMN first_date, DROP COLUMN last_date;
