-- What the restatement $2 changed under the model $3, and of spend (which has no model), by day and
-- channel, after the day $4 and the channel $5; at most $6. Figures that did not change are null.
SELECT l.local_date, l.channel,
    (max(l.cash_before) FILTER (WHERE l.model = $3))::text AS cash_before,
    (max(l.cash_after) FILTER (WHERE l.model = $3))::text AS cash_after,
    max(l.conversions_before) FILTER (WHERE l.model = $3) AS conversions_before,
    max(l.conversions_after) FILTER (WHERE l.model = $3) AS conversions_after,
    max(l.payments_before) FILTER (WHERE l.model = $3) AS payments_before,
    max(l.payments_after) FILTER (WHERE l.model = $3) AS payments_after,
    (max(l.spend_before) FILTER (WHERE l.model = ''))::text AS spend_before,
    (max(l.spend_after) FILTER (WHERE l.model = ''))::text AS spend_after
FROM restatement_lines l
WHERE l.profile_id = $1 AND l.sequence = $2 AND l.model IN ($3, '')
    AND ($4::date IS NULL OR (l.local_date, l.channel) > ($4, $5))
GROUP BY l.local_date, l.channel
ORDER BY l.local_date, l.channel
LIMIT $6
