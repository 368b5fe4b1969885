-- How many of the calls that were charged together passed: how the statement that charges learns what
-- it did. What reads `passed` instead charges one call at a time.
ALTER TABLE rate_buckets
    ADD COLUMN calls_passed bigint NOT NULL DEFAULT 0,
    ALTER COLUMN passed SET DEFAULT true;
