-- The overview in plain SQL over sessions, credits, conversions and spend, as the definitions say.
-- :visits, :credits and :spend are conditions; n is the channel and g the signature of each row.
WITH lens AS (
    SELECT generation, currency FROM attribution_state WHERE profile_id = :profile
),
visit AS (
    SELECT count(DISTINCT s.visitor_id) AS visitors, coalesce(sum(s.page_views), 0) AS pageviews,
        count(*) FILTER (WHERE s.page_views > 0) AS sessions,
        count(*) FILTER (WHERE s.page_views = 1) AS bounces,
        coalesce(sum(s.engaged_ms), 0) AS engaged_ms
    FROM sessions s
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    WHERE s.profile_id = :profile AND s.local_date BETWEEN :from AND :to AND NOT s.is_bot
        AND (:visits)
),
credit AS (
    SELECT coalesce(sum(s.value_reporting * s.:model) FILTER (WHERE s.revenue_type = 'cash'), 0)
            / 1000000000.00000000000 AS revenue,
        coalesce(sum(s.:model) FILTER (WHERE NOT s.is_refund), 0) / 1000000000.000000000
            AS conversions,
        coalesce(sum(s.:model) FILTER (WHERE NOT s.is_refund AND s.revenue_type = 'cash'), 0)
            / 1000000000.000000000 AS payments
    FROM credits s
    JOIN lens ON lens.generation = s.generation
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    WHERE s.profile_id = :profile AND s.local_date BETWEEN :from AND :to AND (:credits)
),
outcome AS (
    SELECT count(*) FILTER (WHERE NOT c.is_refund) AS outcomes,
        coalesce(sum(c.value_reporting) FILTER (WHERE c.revenue_type = 'cash'), 0) AS cash_revenue,
        count(*) FILTER (WHERE NOT c.is_refund AND c.revenue_type = 'cash') AS cash_payments
    FROM conversions c
    JOIN lens ON lens.generation = c.generation
    WHERE c.profile_id = :profile AND c.local_date BETWEEN :from AND :to
),
spent AS (
    SELECT coalesce(sum(s.amount * CASE WHEN s.currency = lens.currency THEN 1 ELSE f.rate END), 0)
        AS spend
    FROM ad_spend_daily s
    CROSS JOIN lens
    LEFT JOIN fx_rates f ON f.profile_id = :profile AND f.from_currency = s.currency
        AND f.to_currency = lens.currency AND f.date = s.date
    LEFT JOIN signature_channels n ON n.profile_id = :profile AND n.signature_id = s.signature_id
    LEFT JOIN traffic_signatures g ON g.profile_id = :profile AND g.id = s.signature_id
    WHERE s.profile_id = :profile AND s.date BETWEEN :from AND :to AND (:spend)
),
-- Under a filter a conversion counts by the shares of the touches that match.
counted AS (
    SELECT CASE WHEN :filtered THEN credit.conversions ELSE outcome.outcomes END AS outcomes,
        CASE WHEN :filtered THEN credit.revenue ELSE outcome.cash_revenue END AS cash_revenue,
        CASE WHEN :filtered THEN credit.payments ELSE outcome.cash_payments END AS cash_payments
    FROM credit CROSS JOIN outcome
)
SELECT spent.spend, credit.revenue,
    coalesce(round(credit.revenue / nullif(spent.spend, 0), 6), 0) AS roas,
    counted.outcomes, credit.conversions AS attributed_outcomes,
    coalesce(round(credit.conversions * 100 / nullif(counted.outcomes, 0), 6), 0)
        AS coverage_percent,
    visit.visitors, visit.pageviews,
    coalesce(round(visit.bounces * 100.0 / nullif(visit.sessions, 0), 6), 0) AS bounce_rate,
    coalesce(round(visit.engaged_ms / 1000.0 / nullif(visit.sessions, 0), 6), 0)
        AS avg_engaged_seconds,
    counted.cash_revenue, counted.cash_payments
FROM visit CROSS JOIN credit CROSS JOIN counted CROSS JOIN spent
