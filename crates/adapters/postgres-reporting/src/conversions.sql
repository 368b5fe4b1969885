-- Conversions of the days, all or those that a model credits to no touch ($5); $4 is the generation
-- that readers see. What has no rate yet is told of all.
SELECT coalesce(sum(d.conversions) FILTER (WHERE d.uncredited_by = $5), 0)::text AS outcomes,
    coalesce(sum(d.cash) FILTER (WHERE d.uncredited_by = $5), 0)::text AS cash_revenue,
    coalesce(sum(d.payments) FILTER (WHERE d.uncredited_by = $5), 0)::text AS cash_payments,
    coalesce(sum(d.pending) FILTER (WHERE d.uncredited_by = ''), 0)::bigint AS pending
FROM conversion_days d
WHERE d.profile_id = $1 AND d.generation = $4 AND d.uncredited_by IN ('', $5)
    AND d.local_date BETWEEN $2 AND $3
