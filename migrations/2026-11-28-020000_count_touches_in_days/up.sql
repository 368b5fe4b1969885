-- Touches are added up like visits. What is stored is of the populations of before.
ALTER TABLE rollup_days
    DROP CONSTRAINT rollup_days_population_check,
    ADD CONSTRAINT rollup_days_population_check
        CHECK (population IN ('visits', 'touches', 'credits', 'touch_credits')) NOT VALID;
