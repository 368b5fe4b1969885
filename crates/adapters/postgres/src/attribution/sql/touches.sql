-- The touches of customers ($2) and of browsers without a customer ($3), each with whose it is.
WITH candidates AS (
    SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = ANY($2)
    UNION
    SELECT g.visitor_id FROM visitor_segments g
    WHERE g.profile_id = $1 AND g.customer_id = ANY($2)
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
JOIN visitors v ON v.profile_id = $1 AND v.id = candidates.id
JOIN touches t ON t.profile_id = $1 AND t.visitor_id = v.id
LEFT JOIN sessions s ON s.profile_id = $1 AND s.id = t.session_id
LEFT JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = t.signature_id
LEFT JOIN traffic_signatures n ON n.profile_id = $1 AND n.id = t.signature_id
