-- Charges a bucket for several calls in one step, by the clock of the database. $1 the bucket, $2 what
-- a call costs and $3 what the bucket holds, both in microseconds of refilling, $4 how many of the
-- calls a full bucket lets through. As many pass as there is room for. The clock is read before the
-- row is waited for, so a wait makes the charge stricter, never laxer.
WITH present AS MATERIALIZED (
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
),
charged AS (
    INSERT INTO rate_buckets AS held (bucket, full_at, calls_passed)
    SELECT $1::text, present.now + $4::bigint * $2::bigint, $4::bigint
    FROM present
    ON CONFLICT (bucket) DO UPDATE SET (full_at, calls_passed) = (
        SELECT room.start + room.calls * $2::bigint, room.calls
        FROM (
            SELECT level.start, least(
                $4::bigint,
                coalesce(($3::bigint - (level.start - level.now)) / nullif($2::bigint, 0), $4::bigint)
            ) AS calls
            FROM (
                SELECT clock.now,
                    least(greatest(held.full_at, clock.now), clock.now + $3::bigint) AS start
                FROM (SELECT EXCLUDED.full_at - $4::bigint * $2::bigint AS now) AS clock
            ) AS level
        ) AS room
    )
    RETURNING held.full_at, held.calls_passed
)
SELECT charged.calls_passed, charged.full_at, present.now
FROM charged CROSS JOIN present
