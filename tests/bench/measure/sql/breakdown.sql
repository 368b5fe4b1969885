-- A breakdown in plain SQL: rows by :key, and the total under an empty name.
WITH lens AS (
    SELECT generation, currency FROM attribution_state WHERE profile_id = :profile
),
visit AS (
    SELECT GROUPING(k.key) = 1 AS total, k.key, count(DISTINCT s.visitor_id) AS visitors,
        count(*) FILTER (WHERE s.page_views > 0) AS sessions,
        count(*) FILTER (WHERE s.page_views = 1) AS bounces
    FROM sessions s
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    CROSS JOIN LATERAL (SELECT coalesce(:key, '') AS key) AS k
    WHERE s.profile_id = :profile AND s.local_date BETWEEN :from AND :to AND NOT s.is_bot
    GROUP BY GROUPING SETS ((k.key), ())
),
credit AS (
    SELECT GROUPING(k.key) = 1 AS total, k.key,
        coalesce(sum(s.value_reporting * s.:model) FILTER (WHERE s.revenue_type = 'cash'), 0)
            / 1000000000.00000000000 AS revenue,
        coalesce(sum(s.:model) FILTER (WHERE NOT s.is_refund), 0) / 1000000000.000000000
            AS conversions
    FROM credits s
    JOIN lens ON lens.generation = s.generation
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    CROSS JOIN LATERAL (SELECT coalesce(:key, '') AS key) AS k
    WHERE s.profile_id = :profile AND s.local_date BETWEEN :from AND :to AND s.:model IS NOT NULL
    GROUP BY GROUPING SETS ((k.key), ())
),
spent AS (
    SELECT GROUPING(k.key) = 1 AS total, k.key,
        coalesce(sum(s.amount * CASE WHEN s.currency = lens.currency THEN 1 ELSE f.rate END), 0)
            AS spend
    FROM ad_spend_daily s
    CROSS JOIN lens
    LEFT JOIN fx_rates f ON f.profile_id = :profile AND f.from_currency = s.currency
        AND f.to_currency = lens.currency AND f.date = s.date
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    CROSS JOIN LATERAL (SELECT :spent_key AS key) AS k
    WHERE s.profile_id = :profile AND s.date BETWEEN :from AND :to
    GROUP BY GROUPING SETS ((k.key), ())
),
keyed AS (
    SELECT total, coalesce(key, '') AS key FROM visit
    UNION SELECT total, coalesce(key, '') FROM credit
    -- A key that is not known of spend makes no row.
    UNION SELECT total, coalesce(key, '') FROM spent WHERE total OR key IS NOT NULL
)
SELECT k.total, k.key, coalesce(p.spend, 0) AS spend, coalesce(c.revenue, 0) AS revenue,
    coalesce(round(c.revenue / nullif(p.spend, 0), 6), 0) AS roas,
    coalesce(c.conversions, 0) AS conversions, coalesce(v.visitors, 0) AS visitors,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(round(v.bounces * 100.0 / nullif(v.sessions, 0), 6), 0) AS bounce_rate
FROM keyed k
LEFT JOIN visit v ON v.total = k.total AND coalesce(v.key, '') = k.key
LEFT JOIN credit c ON c.total = k.total AND coalesce(c.key, '') = k.key
LEFT JOIN spent p ON p.total = k.total AND (k.total OR p.key = k.key)
ORDER BY k.total DESC, k.key
