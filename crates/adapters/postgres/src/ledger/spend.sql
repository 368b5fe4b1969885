-- What was spent, by day and channel, in the currency that readers see, each row rounded half even to
-- eight decimals.
SELECT a.date AS local_date, coalesce(n.channel, 'Unassigned') AS channel,
    coalesce(sum(
        CASE WHEN a.currency = s.currency THEN a.amount
            ELSE (floor(y.scaled) + CASE
                WHEN y.scaled - floor(y.scaled) > 0.5 THEN 1
                WHEN y.scaled - floor(y.scaled) = 0.5 AND mod(floor(y.scaled), 2) = 1 THEN 1
                ELSE 0 END) * 0.00000001
        END), 0)::text AS spend
FROM ad_spend_daily a
JOIN attribution_state s ON s.profile_id = $1
LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
    AND f.to_currency = s.currency AND f.date = a.date
CROSS JOIN LATERAL (SELECT a.amount * f.rate * 100000000 AS scaled) AS y
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = a.signature_id
WHERE a.profile_id = $1 AND {scope}
GROUP BY a.date, coalesce(n.channel, 'Unassigned')
