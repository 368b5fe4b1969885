-- Changes at platforms of which it is not known what came of them, over all profiles: how many, and since when the oldest of
-- them has waited at $1.
SELECT
    count(*) AS waiting,
    (extract(epoch FROM $1 - min(intended_at)) * 1000000)::bigint AS oldest_micros
FROM platform_writes
WHERE status = 'intended'
