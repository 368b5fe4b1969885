-- What customers ($2) hold, and how many new browsers they have since $3 (counted up to 200).
SELECT c.id,
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
            WHERE v.profile_id = $1 AND v.customer_id = c.id AND v.first_seen_at >= $3
            LIMIT 200
        ) AS recent
    ) AS recent_visitors
FROM customers c
WHERE c.profile_id = $1 AND c.id = ANY($2)
