-- Spend of the days in the currency of the results that readers see, each row rounded half to even
-- to eight decimals.
SELECT {total} AS is_total, {shown} AS key,
    coalesce(sum(
        CASE WHEN a.currency = p.currency THEN a.amount
            ELSE (floor(y.scaled) + CASE
                WHEN y.scaled - floor(y.scaled) > 0.5 THEN 1
                WHEN y.scaled - floor(y.scaled) = 0.5 AND mod(floor(y.scaled), 2) = 1 THEN 1
                ELSE 0 END) * 0.00000001
        END), 0) AS spend,
    count(*) FILTER (WHERE a.currency <> p.currency AND f.rate IS NULL) AS without_rate
FROM ad_spend_daily a
JOIN attribution_state p ON p.profile_id = $1
LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
    AND f.to_currency = p.currency AND f.date = a.date
CROSS JOIN LATERAL (SELECT a.amount * f.rate * 100000000 AS scaled) AS y
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = a.signature_id
LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = a.signature_id
CROSS JOIN LATERAL (SELECT {key} AS key) AS k
WHERE a.profile_id = $1 AND a.date BETWEEN $2 AND $3{filters}
GROUP BY GROUPING SETS ({sets})
