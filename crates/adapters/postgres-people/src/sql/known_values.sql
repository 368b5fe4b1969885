-- The stored ones among the values ($2 kinds, $3 keys) of several events ($4 which event's, $5 since
-- when a browser is new to it), each with its holder: the active values of the holder, how many new
-- browsers the holder has (counted up to 200), and the holder's epoch.
SELECT asked.position, i.kind, i.value_key, i.state, i.customer_id AS id, c.epoch,
    ARRAY(
        SELECT h.kind FROM identifiers h
        WHERE h.profile_id = $1 AND h.customer_id = i.customer_id AND h.state = 'active'
        ORDER BY h.kind, h.value_key
    ) AS kinds,
    ARRAY(
        SELECT h.value_key FROM identifiers h
        WHERE h.profile_id = $1 AND h.customer_id = i.customer_id AND h.state = 'active'
        ORDER BY h.kind, h.value_key
    ) AS keys,
    (
        SELECT count(*) FROM (
            SELECT 1 FROM visitors v
            WHERE v.profile_id = $1 AND v.customer_id = i.customer_id
                AND v.first_seen_at >= asked.recent
            LIMIT 200
        ) AS recent
    ) AS recent_visitors
FROM unnest($2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
    AS asked(kind, value_key, position, recent)
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key, i.state, i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = asked.kind AND i.value_key = asked.value_key
    OFFSET 0
) AS i
CROSS JOIN LATERAL (
    SELECT c.epoch FROM customers c WHERE c.profile_id = $1 AND c.id = i.customer_id
    OFFSET 0
) AS c
