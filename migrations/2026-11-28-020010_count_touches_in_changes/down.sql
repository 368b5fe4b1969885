-- What is there of touches stays and is read by nobody.
ALTER TABLE rollup_changes
    DROP CONSTRAINT rollup_changes_population_check,
    ADD CONSTRAINT rollup_changes_population_check
        CHECK (population IN ('visits', 'credits', 'touch_credits')) NOT VALID;
