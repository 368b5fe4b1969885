-- Browsers that are one of these customers' ($2) at some time.
SELECT v.id
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = a.id
    UNION ALL
    SELECT s.visitor_id FROM visitor_segments s WHERE s.profile_id = $1 AND s.customer_id = a.id
    OFFSET 0
) AS v
