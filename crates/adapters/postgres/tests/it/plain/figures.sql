-- The figures of every report, a row a key: visits, credit and spend, each added up on its own.
WITH visits AS (
{visits}
),
credited AS (
{credited}
),
spent AS (
{spent}
),
figures AS (
    SELECT is_total, key,
        coalesce(spend, 0) AS spend, coalesce(without_rate, 0) AS without_rate,
        coalesce(revenue, 0) AS revenue, coalesce(conversions, 0) AS conversions,
        coalesce(payments, 0) AS payments,
        coalesce(visitors, 0) AS visitors, coalesce(pageviews, 0) AS pageviews,
        coalesce(sessions, 0) AS sessions, coalesce(bounces, 0) AS bounces,
        coalesce(engaged_ms, 0) AS engaged_ms
    FROM visits
    FULL JOIN credited USING (is_total, key)
    FULL JOIN spent USING (is_total, key)
),
-- A rank is printed as it is compared, so ratios are rounded here as they are in the answer: to six
-- decimals, half away from zero, without a quotient that is rounded twice.
ranked AS (
    SELECT f.*, ({rank})::numeric AS rank FROM figures f WHERE NOT f.is_total
),
page AS (
    SELECT r.* FROM ranked r
    WHERE true{after}
    ORDER BY r.rank {direction}, r.key COLLATE "C"
    LIMIT {limit}
)
SELECT f.is_total, f.key, {name} AS name, f.spend::text AS spend, f.without_rate,
    f.revenue::text AS revenue, f.conversions::text AS conversions, f.payments::text AS payments,
    f.visitors, f.pageviews, f.sessions, f.bounces, f.engaged_ms
FROM (
    SELECT t.*, 0::numeric AS rank FROM figures t WHERE t.is_total
    UNION ALL
    SELECT page.* FROM page
) AS f
ORDER BY f.is_total DESC, f.rank {direction}, f.key COLLATE "C"
