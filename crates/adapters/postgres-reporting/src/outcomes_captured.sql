-- What a definition with the event types $5 captures while others have the types $6: by type and
-- currency, by type, by currency and in all. An event counts under the type of its sale when
-- somebody has that type, otherwise under its own.
, captured AS (
    SELECT CASE WHEN sale_type = ANY($5 || $6) THEN sale_type ELSE event_type END AS name,
        currency, amount, person
    FROM event
)
SELECT
    CASE WHEN grouping(name) = 0 THEN name END AS name,
    grouping(currency) = 0 AS is_by_currency,
    currency,
    count(*) AS event_count,
    sum(amount)::text AS revenue_sum,
    CASE WHEN grouping(name, currency) = 3 THEN count(DISTINCT person) ELSE 0 END
        AS distinct_people
FROM captured
WHERE name = ANY($5)
GROUP BY GROUPING SETS ((name), (currency), ())
ORDER BY event_count DESC, name, currency
