-- Spend of the days in the currency of the results that readers see, each row rounded half even to
-- eight decimals, added up as finely as the question needs it.
SELECT {day} AS day, {signature} AS signature, {ad_set} AS ad_set, {ad} AS ad,
    coalesce(sum(
        CASE WHEN a.currency = p.currency THEN a.amount
            ELSE (floor(y.scaled) + CASE
                WHEN y.scaled - floor(y.scaled) > 0.5 THEN 1
                WHEN y.scaled - floor(y.scaled) = 0.5 AND mod(floor(y.scaled), 2) = 1 THEN 1
                ELSE 0 END) * 0.00000001
        END), 0)::text AS spend,
    count(*) FILTER (WHERE a.currency <> p.currency AND f.rate IS NULL) AS without_rate
FROM ad_spend_daily a
JOIN attribution_state p ON p.profile_id = $1
LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
    AND f.to_currency = p.currency AND f.date = a.date
CROSS JOIN LATERAL (SELECT a.amount * f.rate * 100000000 AS scaled) AS y
WHERE a.profile_id = $1 AND a.date BETWEEN $2 AND $3
GROUP BY 1, 2, 3, 4
