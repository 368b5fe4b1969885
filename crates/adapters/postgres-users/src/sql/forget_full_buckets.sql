-- Once in a while, the buckets that have been full for an hour: one that is not there is full.
DELETE FROM rate_buckets
WHERE (SELECT random() < 0.02)
    AND full_at < ((extract(epoch FROM clock_timestamp()) - 3600) * 1000000)::bigint
