-- The touches of customers ($2) and of browsers without a customer ($3), each with whose it is. Each
-- row is looked up from the one before it, in this order whatever the planner knows of the tables.
WITH customers AS MATERIALIZED (
    SELECT DISTINCT unnest($2::uuid[]) AS id
),
candidates AS MATERIALIZED (
    SELECT v.id
    FROM customers w
    CROSS JOIN LATERAL (
        SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = w.id OFFSET 0
    ) AS v
    UNION
    SELECT g.visitor_id
    FROM customers w
    CROSS JOIN LATERAL (
        SELECT g.visitor_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.customer_id = w.id
        OFFSET 0
    ) AS g
    UNION
    SELECT unnest($3::uuid[])
)
SELECT
    CASE WHEN v.is_shared THEN (
        SELECT g.customer_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= t.occurred_at
        ORDER BY g.from_at DESC LIMIT 1
    ) ELSE v.customer_id END AS customer_id,
    t.id, t.visitor_id, t.session_id, t.occurred_at, t.signature_id,
    coalesce(c.is_direct, false) AS is_direct,
    t.landing_path, t.ad_id, t.campaign_id, t.click_ids::text AS click_ids,
    s.country, s.device, s.browser, s.os, n.referrer_host
FROM candidates
CROSS JOIN LATERAL (
    SELECT v.id, v.customer_id, v.is_shared FROM visitors v
    WHERE v.profile_id = $1 AND v.id = candidates.id
    OFFSET 0
) AS v
CROSS JOIN LATERAL (
    SELECT * FROM touches t WHERE t.profile_id = $1 AND t.visitor_id = v.id OFFSET 0
) AS t
LEFT JOIN LATERAL (
    SELECT s.country, s.device, s.browser, s.os FROM sessions s
    WHERE s.profile_id = $1 AND s.id = t.session_id
    OFFSET 0
) AS s ON true
LEFT JOIN LATERAL (
    SELECT c.is_direct FROM signature_channels c
    WHERE c.profile_id = $1 AND c.signature_id = t.signature_id
    OFFSET 0
) AS c ON true
LEFT JOIN LATERAL (
    SELECT n.referrer_host FROM traffic_signatures n
    WHERE n.profile_id = $1 AND n.id = t.signature_id
    OFFSET 0
) AS n ON true
