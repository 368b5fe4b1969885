-- Spend of the days in the currency that readers see, added up as finely as the question needs it.
SELECT {day} AS day, {signature} AS signature, {ad} AS ad, coalesce(sum(d.spend), 0)::text AS spend,
    sum(d.without_rate)::bigint AS without_rate, sum(d.exceeded)::bigint AS exceeded
FROM {spend} AS d
WHERE d.profile_id = $1 AND d.local_date BETWEEN $2 AND $3
{grouped}
