-- Every day of spend that differs from what its rows come to, each of them converted and rounded half
-- even to eight decimals.
WITH plain AS (
    SELECT a.date AS local_date, a.signature_id,
        coalesce(sum(
            CASE WHEN a.currency = s.currency THEN a.amount
                ELSE (floor(y.scaled) + CASE
                    WHEN y.scaled - floor(y.scaled) > 0.5 THEN 1
                    WHEN y.scaled - floor(y.scaled) = 0.5 AND mod(floor(y.scaled), 2) = 1 THEN 1
                    ELSE 0 END) * 0.00000001
            END), 0) AS spend,
        count(*) FILTER (WHERE a.currency <> s.currency AND f.rate IS NULL) AS without_rate
    FROM ad_spend_daily a
    JOIN attribution_state s ON s.profile_id = $1
    LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
        AND f.to_currency = s.currency AND f.date = a.date
    CROSS JOIN LATERAL (SELECT a.amount * f.rate * 100000000 AS scaled) AS y
    WHERE a.profile_id = $1
    GROUP BY a.date, a.signature_id
), stored AS (
    SELECT local_date, signature_id, spend, without_rate FROM spend_days WHERE profile_id = $1
)
SELECT concat('missing ', m::text) AS line FROM (TABLE plain EXCEPT TABLE stored) AS m
UNION ALL
SELECT concat('too much ', t::text) FROM (TABLE stored EXCEPT TABLE plain) AS t
