-- What is to come in of what ads cost, at $1, over all profiles. Who has to be connected anew is not waited for.
SELECT
    (
        SELECT (extract(epoch FROM $1 - least(
            (
                SELECT min(s.look_at)
                FROM spend_syncs s
                JOIN connections c ON c.profile_id = s.profile_id AND c.id = s.connection_id
                    AND c.status = 'connected'
                WHERE s.is_enabled AND s.look_at <= $1 AND (s.lease_until IS NULL OR s.lease_until <= $1)
            ),
            (
                SELECT min(coalesce(b.look_at, b.landed_at))
                FROM spend_batches b
                WHERE b.status = 'ready' AND coalesce(b.look_at, b.landed_at) <= $1
            )
        )) * 1000000)::bigint
    ) AS overdue_micros,
    count(*) FILTER (WHERE s.last_status = 'upgrade_required') AS outdated,
    count(*) FILTER (WHERE s.last_status <> 'upgrade_required' AND s.failing_since <= $1 - interval '1 day') AS failing
FROM spend_syncs s
JOIN connections c ON c.profile_id = s.profile_id AND c.id = s.connection_id AND c.status = 'connected'
WHERE s.is_enabled
