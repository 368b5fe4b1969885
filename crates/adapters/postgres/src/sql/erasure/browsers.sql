-- Browsers of a customer ($2): those that are theirs alone, and each time that a shared one was theirs.
SELECT v.id, v.anonymous_id, gen_random_uuid() AS token, true AS is_own,
    NULL::timestamptz AS from_at, NULL::timestamptz AS until_at
FROM visitors v
WHERE v.profile_id = $1 AND v.customer_id = $2 AND NOT v.is_shared
UNION ALL
SELECT v.id, v.anonymous_id, gen_random_uuid(), false, nullif(g.from_at, '-infinity'), (
    SELECT min(l.from_at) FROM visitor_segments l
    WHERE l.profile_id = $1 AND l.visitor_id = g.visitor_id AND l.from_at > g.from_at
)
FROM visitor_segments g
JOIN visitors v ON v.profile_id = $1 AND v.id = g.visitor_id AND v.is_shared
WHERE g.profile_id = $1 AND g.customer_id = $2
ORDER BY 1, 5 NULLS FIRST
