-- Sets of columns cannot be brought together here: `tributary migrate` builds them anew.
DELETE FROM rollup_changes;
DELETE FROM rollup_days;
UPDATE attribution_state SET has_rollups = false;
ALTER TABLE rollup_days DROP CONSTRAINT rollup_days_pkey;
ALTER TABLE rollup_days DROP COLUMN piece;
ALTER TABLE rollup_days ADD CONSTRAINT rollup_days_pkey
    PRIMARY KEY (profile_id, population, generation, name, local_date);
