-- At most $2 changes at platforms that are to be looked at at $1 and that nobody has in hand, those that have waited longest
-- first.
SELECT profile_id, id
FROM platform_writes
WHERE status = 'intended'
    AND look_at <= $1
    AND (lease_until IS NULL OR lease_until <= $1)
ORDER BY look_at
LIMIT $2
