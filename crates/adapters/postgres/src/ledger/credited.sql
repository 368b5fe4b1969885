-- What touches are credited with, by day, channel and model.
SELECT r.local_date, coalesce(n.channel, 'Unassigned') AS channel, m.model,
    (coalesce(sum(r.value_reporting * m.share) FILTER (WHERE r.revenue_type = 'cash'), 0)
        * 0.000000001)::text AS cash,
    coalesce(sum(m.share) FILTER (WHERE NOT r.is_refund), 0)::bigint AS conversions,
    coalesce(sum(m.share) FILTER (WHERE NOT r.is_refund AND r.revenue_type = 'cash'), 0)::bigint
        AS payments, '0' AS spend
FROM credits r
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = r.signature_id
CROSS JOIN LATERAL (VALUES {models}) AS m(model, share)
WHERE r.profile_id = $1 AND r.generation = $2 AND m.share IS NOT NULL AND r.signature_id = ANY($3)
GROUP BY r.local_date, coalesce(n.channel, 'Unassigned'), m.model
