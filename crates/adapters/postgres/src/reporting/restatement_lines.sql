-- The lines of the restatement $2 under the model $3 after the day $4 and the channel $5; at most
-- $6.
SELECT l.local_date, l.channel,
    l.cash_before::text AS cash_before, l.cash_after::text AS cash_after,
    l.conversions_before, l.conversions_after, l.payments_before, l.payments_after
FROM restatement_lines l
WHERE l.profile_id = $1 AND l.sequence = $2 AND l.model = $3
    AND ($4::date IS NULL OR (l.local_date, l.channel) > ($4, $5))
ORDER BY l.local_date, l.channel
LIMIT $6
