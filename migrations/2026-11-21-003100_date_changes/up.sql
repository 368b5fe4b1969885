-- The days that a change is of, so that a report passes over those of other days. What is there already
-- may be of any day.
ALTER TABLE rollup_changes
    ADD COLUMN first_date date NOT NULL DEFAULT '-infinity',
    ADD COLUMN last_date date NOT NULL DEFAULT 'infinity';
ALTER TABLE rollup_changes
    ALTER COLUMN first_date DROP DEFAULT,
    ALTER COLUMN last_date DROP DEFAULT;
