-- Charges a bucket in one step, by the clock of the database. $1 the bucket, $2 what the call costs
-- and $3 what the bucket holds, both in microseconds of refilling. The clock is read before the row
-- is waited for, so a wait makes the charge stricter, never laxer.
WITH present AS MATERIALIZED (
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
),
charged AS (
    INSERT INTO rate_buckets AS held (bucket, full_at, passed)
    SELECT $1, present.now + $2, true
    FROM present
    ON CONFLICT (bucket) DO UPDATE SET
        full_at = least(greatest(held.full_at, EXCLUDED.full_at - $2), EXCLUDED.full_at - $2 + $3)
            + CASE
                WHEN greatest(held.full_at, EXCLUDED.full_at - $2) + $2
                    <= EXCLUDED.full_at - $2 + $3 THEN $2
                ELSE 0
            END,
        passed = greatest(held.full_at, EXCLUDED.full_at - $2) + $2
            <= EXCLUDED.full_at - $2 + $3
    RETURNING held.full_at, held.passed
)
SELECT charged.passed, charged.full_at, present.now
FROM charged CROSS JOIN present
