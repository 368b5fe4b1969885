-- What the conversions of a generation ($2) come to, by day, in billionths.
SELECT d.local_date, d.cash::text AS cash, (d.conversions * 1000000000)::bigint AS conversions,
    (d.payments * 1000000000)::bigint AS payments
FROM conversion_days d
WHERE d.profile_id = $1 AND d.generation = $2 AND d.uncredited_by = ''
