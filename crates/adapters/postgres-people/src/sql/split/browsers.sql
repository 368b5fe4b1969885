-- Browsers that are a customer's ($2) at some time, the latest first, at most $3.
SELECT v.id, v.anonymous_id, v.first_seen_at, v.is_shared
FROM (
    SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = $2
    UNION
    SELECT s.visitor_id FROM visitor_segments s WHERE s.profile_id = $1 AND s.customer_id = $2
) AS a
CROSS JOIN LATERAL (
    SELECT v.id, v.anonymous_id, v.first_seen_at, v.is_shared FROM visitors v
    WHERE v.profile_id = $1 AND v.id = a.id
    OFFSET 0
) AS v
ORDER BY v.first_seen_at DESC, v.id
LIMIT $3
