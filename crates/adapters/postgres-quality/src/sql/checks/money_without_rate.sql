-- Amounts of the days from $2 to $3 in another currency than the readers', of conversions of their generation ($4) and
-- of spend, and of them those without a rate, by currency.
SELECT m.currency AS value, count(*) FILTER (WHERE m.waits) AS weight,
    count(*) FILTER (WHERE m.waits) AS faulty, count(*) AS whole
FROM (
    SELECT c.currency, c.value_reporting IS NULL AS waits
    FROM conversions c
    WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
        AND c.value_amount IS NOT NULL
        AND (c.value_reporting IS NULL
            OR c.currency <> (SELECT s.currency FROM attribution_state s WHERE s.profile_id = $1))
    UNION ALL
    SELECT d.currency, NOT EXISTS (
            SELECT FROM fx_rates f
            WHERE f.profile_id = $1 AND f.from_currency = d.currency AND f.date = d.date
                AND f.to_currency
                    = (SELECT s.currency FROM attribution_state s WHERE s.profile_id = $1)
        ) AS waits
    FROM ad_spend_daily d
    WHERE d.profile_id = $1 AND d.date BETWEEN $2 AND $3
        AND d.currency <> (SELECT s.currency FROM attribution_state s WHERE s.profile_id = $1)
) AS m
GROUP BY m.currency
