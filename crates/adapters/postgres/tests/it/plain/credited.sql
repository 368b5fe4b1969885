-- What touches are credited with on the days, under the model whose column stands for {share}, on
-- the conversion's day or the touch's. Multiplying by a billionth is exact; dividing by a billion
-- would be rounded. The shares of a conversion add up to one billion, so their sum counts it once.
SELECT {total} AS is_total, {shown} AS key,
    coalesce(
        sum(r.value_reporting * r.{share}) FILTER (WHERE r.revenue_type = 'cash')
        * 0.000000001, 0) AS revenue,
    coalesce(sum(r.{share}) FILTER (WHERE NOT r.is_refund) * 0.000000001, 0) AS conversions,
    coalesce(
        sum(r.{share}) FILTER (WHERE NOT r.is_refund AND r.revenue_type = 'cash')
        * 0.000000001, 0) AS payments
FROM credits r
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = r.signature_id
LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = r.signature_id
LEFT JOIN {ad_sets} AS d ON d.ad_id = r.ad_id
CROSS JOIN LATERAL (SELECT {key} AS key) AS k
WHERE r.profile_id = $1 AND r.generation = $4 AND r.{day} BETWEEN $2 AND $3
    AND r.{share} IS NOT NULL{filters}
GROUP BY GROUPING SETS ({sets})
