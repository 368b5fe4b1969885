-- Microseconds until one more try fits.
SELECT b.full_at + $2 - $3 - (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS wait
FROM rate_buckets b
WHERE b.bucket = $1
