-- What touches are credited for conversions on the days, under the model whose column stands for
-- {share}. Multiplying by a billionth is exact; dividing by a billion would be rounded.
SELECT coalesce(
        sum(r.value_reporting * r.{share}) FILTER (WHERE r.revenue_type = 'cash')
        * 0.000000001, 0)::text AS revenue,
    count(DISTINCT r.conversion_id) FILTER (WHERE NOT r.is_refund) AS attributed,
    coalesce(sum(r.{share}) FILTER (WHERE NOT r.is_refund) * 0.000000001, 0)::text AS outcomes,
    coalesce(
        sum(r.{share}) FILTER (WHERE NOT r.is_refund AND r.revenue_type = 'cash')
        * 0.000000001, 0)::text AS cash_payments
FROM credits r
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = r.signature_id
LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = r.signature_id
WHERE r.profile_id = $1 AND r.generation = $4 AND r.local_date BETWEEN $2 AND $3
    AND r.{share} IS NOT NULL
