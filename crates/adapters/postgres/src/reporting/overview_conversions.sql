-- Everything that converted on the days; $4 is the generation that readers see.
SELECT (count(*) FILTER (WHERE NOT c.is_refund))::text AS outcomes,
    coalesce(sum(c.value_reporting) FILTER (WHERE c.revenue_type = 'cash'), 0)::text
        AS cash_revenue,
    (count(*) FILTER (WHERE c.revenue_type = 'cash' AND NOT c.is_refund))::text AS cash_payments,
    count(*) FILTER (WHERE c.value_amount IS NOT NULL AND c.value_reporting IS NULL) AS pending
FROM conversions c
WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
