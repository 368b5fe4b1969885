-- Rows of spend in the currency that readers see, each rounded half even to eight decimals.
-- `round` takes halves up, so a half that came to an odd digit goes back by one. What is in the
-- readers' currency already meets no rate.
SELECT a.profile_id, a.date AS local_date, a.signature_id, a.ad_set_id, a.ad_id,
    CASE WHEN a.currency = s.currency THEN a.amount
        WHEN y.near - y.worth = 0.000000005 AND mod(y.near * 100000000, 2) = 1
            THEN y.near - 0.00000001
        ELSE y.near
    END AS spend,
    CASE WHEN a.currency <> s.currency AND f.rate IS NULL THEN 1 ELSE 0 END AS without_rate
FROM ad_spend_daily a
JOIN attribution_state s ON s.profile_id = a.profile_id
LEFT JOIN fx_rates f ON a.currency <> s.currency AND f.profile_id = a.profile_id
    AND f.from_currency = a.currency AND f.to_currency = s.currency AND f.date = a.date
CROSS JOIN LATERAL (
    SELECT a.amount * f.rate AS worth, round(a.amount * f.rate, 8) AS near
) AS y
