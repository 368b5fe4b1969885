-- Some form tokens that nobody used; others of the same kind of request take the rest. Once in a
-- while, buckets that have been full for an hour, too: a bucket that is not there is full.
WITH full_ones AS (
    DELETE FROM rate_buckets
    WHERE (SELECT random() < 0.02)
        AND full_at < ((extract(epoch FROM clock_timestamp()) - 3600) * 1000000)::bigint
)
DELETE FROM form_tokens
WHERE secret_hash IN (
    SELECT secret_hash FROM form_tokens WHERE expires_at < $1
    ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
