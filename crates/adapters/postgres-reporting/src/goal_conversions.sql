-- Conversions of some keys ($5) on the days, all or those that a model credits to no touch. What has no
-- rate yet is told of all.
SELECT (count(*) FILTER (WHERE u.counts AND NOT c.is_refund))::text AS outcomes,
    coalesce(
        sum(c.value_reporting) FILTER (WHERE u.counts AND c.revenue_type = 'cash'), 0)::text
        AS cash_revenue,
    (count(*) FILTER (WHERE u.counts AND c.revenue_type = 'cash' AND NOT c.is_refund))::text
        AS cash_payments,
    count(*) FILTER (WHERE c.value_amount IS NOT NULL AND c.value_reporting IS NULL) AS pending
FROM conversions c
CROSS JOIN LATERAL (SELECT {counts} AS counts) AS u
WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
    AND c.conversion_key = ANY($5::text[])
