DELETE FROM rollup_days WHERE population = 'touches';
ALTER TABLE rollup_days
    DROP CONSTRAINT rollup_days_population_check,
    ADD CONSTRAINT rollup_days_population_check
        CHECK (population IN ('visits', 'credits', 'touch_credits'));
