-- At most $2 accounts that are to be read at $1 and that nobody reads, those that have waited longest first.
SELECT s.profile_id, s.connection_id
FROM spend_syncs s
JOIN connections c ON c.profile_id = s.profile_id AND c.id = s.connection_id AND c.status = 'connected'
WHERE s.is_enabled
    AND s.look_at <= $1
    AND (s.lease_until IS NULL OR s.lease_until <= $1)
ORDER BY s.look_at
LIMIT $2
