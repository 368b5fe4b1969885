-- When which browsers are a customer's ($2), or the browser that is a person of its own ($3).
SELECT v.id, v.anonymous_id, v.first_seen_at, NULL::timestamptz AS from_at,
    NULL::timestamptz AS until
FROM visitors v
WHERE v.profile_id = $1 AND NOT v.is_shared AND (v.customer_id = $2 OR v.id = $3)
UNION ALL
SELECT v.id, v.anonymous_id, v.first_seen_at, nullif(w.from_at, '-infinity'), w.until
FROM (
    SELECT g.visitor_id, g.customer_id, g.from_at,
        lead(g.from_at) OVER (PARTITION BY g.visitor_id ORDER BY g.from_at) AS until
    FROM visitor_segments g
    WHERE g.profile_id = $1 AND g.visitor_id IN (
        SELECT o.visitor_id FROM visitor_segments o
        WHERE o.profile_id = $1 AND o.customer_id = $2
    )
) AS w
CROSS JOIN LATERAL (
    SELECT v.id, v.anonymous_id, v.first_seen_at FROM visitors v
    WHERE v.profile_id = $1 AND v.id = w.visitor_id
    OFFSET 0
) AS v
WHERE w.customer_id = $2
LIMIT 1000
