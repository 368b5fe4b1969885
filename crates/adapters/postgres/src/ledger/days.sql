-- What the conversions in question come to, by day..
SELECT c.local_date,
    coalesce(sum(c.value_reporting) FILTER (WHERE c.revenue_type = 'cash'), 0)::text AS cash,
    (count(*) FILTER (WHERE NOT c.is_refund) * 1000000000)::bigint AS conversions,
    (count(*) FILTER (WHERE NOT c.is_refund AND c.revenue_type = 'cash') * 1000000000)::bigint
        AS payments
FROM conversions c
WHERE c.profile_id = $1 AND c.generation = $2 AND {scope}
GROUP BY c.local_date
