-- Takes the buckets that nobody holds ($3 of them there are) and keeps those that the holder ($1) has, for so
-- many seconds ($2).
INSERT INTO delivery_buckets (bucket, holder, until)
SELECT b.bucket, $1, clock_timestamp() + make_interval(secs => $2)
FROM generate_series(0, $3::integer - 1) AS b(bucket)
ON CONFLICT (bucket) DO UPDATE
SET holder = excluded.holder, until = excluded.until
WHERE delivery_buckets.holder = excluded.holder OR delivery_buckets.until < clock_timestamp()
RETURNING bucket
