ALTER TABLE rate_buckets
    DROP COLUMN calls_passed,
    ALTER COLUMN passed DROP DEFAULT;
