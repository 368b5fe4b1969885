-- What the restatement $2 says of credit under the model $3 and of spend, which has no model, after
-- the day $4 and the channel $5; at most $6. What did not change is null.
SELECT local_date, channel,
    l.cash_before::text AS cash_before, l.cash_after::text AS cash_after,
    l.conversions_before, l.conversions_after, l.payments_before, l.payments_after,
    s.spend_before::text AS spend_before, s.spend_after::text AS spend_after
FROM (
    SELECT * FROM restatement_lines l
    WHERE l.profile_id = $1 AND l.sequence = $2 AND l.model = $3
) AS l
FULL JOIN (
    SELECT * FROM restatement_lines s
    WHERE s.profile_id = $1 AND s.sequence = $2 AND s.model = ''
) AS s USING (local_date, channel)
WHERE $4::date IS NULL OR (local_date, channel) > ($4, $5)
ORDER BY local_date, channel
LIMIT $6
