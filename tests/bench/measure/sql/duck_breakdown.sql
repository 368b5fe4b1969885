-- The figures of a breakdown by channel over derived rows.
SELECT channel, v.visitors, v.sessions, v.bounces, c.revenue, c.conversions, p.spend
FROM (
    SELECT channel, count(DISTINCT visitor_id) AS visitors,
        count(*) FILTER (WHERE page_views > 0) AS sessions,
        count(*) FILTER (WHERE page_views = 1) AS bounces
    FROM sessions LEFT JOIN channels USING (signature_id) GROUP BY channel
) v
FULL JOIN (
    SELECT channel, sum(value::HUGEINT * :model) FILTER (WHERE revenue_type = 'cash') AS revenue,
        sum(:model) FILTER (WHERE NOT is_refund) AS conversions
    FROM credits LEFT JOIN channels USING (signature_id) GROUP BY channel
) c USING (channel)
FULL JOIN (
    SELECT channel, sum(amount) AS spend
    FROM spend LEFT JOIN channels USING (signature_id) GROUP BY channel
) p USING (channel)
