-- Counts a call of the bucket $1 unless there were $2 in the last hour; forgets older ones. Runs
-- under the bucket's lock.
WITH present AS MATERIALIZED (
    SELECT clock_timestamp() AS now
),
forgotten AS (
    DELETE FROM counted_calls
    USING present
    WHERE bucket = $1 AND called_at <= present.now - interval '1 hour'
),
known AS (
    SELECT count(*)::integer AS calls, min(called_at) AS oldest
    FROM counted_calls, present
    WHERE bucket = $1 AND called_at > present.now - interval '1 hour'
),
counted AS (
    INSERT INTO counted_calls (bucket, id, called_at)
    SELECT $1, gen_random_uuid(), present.now
    FROM known, present
    WHERE known.calls < $2
    RETURNING id
)
SELECT EXISTS (SELECT FROM counted) AS passed,
    known.calls AS before,
    (extract(epoch FROM known.oldest + interval '1 hour' - present.now) * 1000000)::bigint
        AS retry_after
FROM known, present
