-- What customers ($2) of several events ($3 which event's, $4 since when a browser is new to it) hold,
-- how many new browsers they have (counted up to 200), and their epoch.
SELECT asked.position, c.id, c.epoch,
    ARRAY(
        SELECT i.kind FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.state = 'active'
        ORDER BY i.kind, i.value_key
    ) AS kinds,
    ARRAY(
        SELECT i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.state = 'active'
        ORDER BY i.kind, i.value_key
    ) AS keys,
    (
        SELECT count(*) FROM (
            SELECT 1 FROM visitors v
            WHERE v.profile_id = $1 AND v.customer_id = c.id AND v.first_seen_at >= asked.recent
            LIMIT 200
        ) AS recent
    ) AS recent_visitors
FROM unnest($2::uuid[], $3::bigint[], $4::timestamptz[]) AS asked(id, position, recent)
JOIN customers c ON c.profile_id = $1 AND c.id = asked.id
