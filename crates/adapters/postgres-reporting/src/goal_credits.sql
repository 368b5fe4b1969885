-- What touches are credited with of some conversion keys ($5) on the days, under a model,
-- on the conversion's day or the touch's: rollups hold all keys together.
-- What the question does not tell rows apart by is one and the same for all. Multiplying by a
-- billionth is exact; dividing by a billion would be rounded.
SELECT {told_day} AS day, {signature} AS signature_id, {dims},
    count(*) AS credits,
    coalesce(
        sum(r.value_reporting * r.{share}) FILTER (WHERE r.revenue_type = 'cash')
        * 0.000000001, 0)::text AS revenue,
    coalesce(sum(r.{share}) FILTER (WHERE NOT r.is_refund), 0)::text AS conversions,
    coalesce(
        sum(r.{share}) FILTER (WHERE NOT r.is_refund AND r.revenue_type = 'cash'), 0)::text
        AS payments
FROM credits r
WHERE r.profile_id = $1 AND r.generation = $4 AND r.{day} BETWEEN $2 AND $3
    AND r.conversion_key = ANY($5::text[]) AND r.{share} > 0
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
