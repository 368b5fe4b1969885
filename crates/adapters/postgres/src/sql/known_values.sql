-- The stored ones among the values ($2 kinds, $3 keys) of several events ($4 which event's, $5 since
-- when a browser is new to it), each with who else showed it and with its holder: the active values
-- of the holder, and how many new browsers the holder has (counted up to 200).
SELECT asked.position, i.kind, i.value_key, i.state, i.customer_id AS id,
    ARRAY(
        SELECT s.customer_id FROM identifier_sightings s
        WHERE s.profile_id = $1 AND s.kind = i.kind AND s.value_key = i.value_key
    ) AS sighted_with,
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
JOIN identifiers i ON i.profile_id = $1 AND i.kind = asked.kind AND i.value_key = asked.value_key
