-- Moves the instant at which the bucket is full by one try, unless there is no room: then no row
-- is written. $1 bucket, $2 microseconds of one try, $3 microseconds of all of them.
INSERT INTO rate_buckets AS b (bucket, full_at)
SELECT $1, t.now + $2
FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now) t
ON CONFLICT (bucket) DO UPDATE
SET full_at = greatest(b.full_at, excluded.full_at - $2) + $2
WHERE greatest(b.full_at, excluded.full_at - $2) + $2 - (excluded.full_at - $2) <= $3
