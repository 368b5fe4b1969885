-- What was reported on the days under the model ($4) once the restatement $5 was done: for each day
-- and channel the last line up to it, and that of spend, which has no model. No channel stands for
-- what nothing is credited with.
SELECT coalesce(sum(l.cash_after) FILTER (WHERE l.channel <> ''), 0)::text AS revenue,
    coalesce(sum(l.cash_after), 0)::text AS cash_revenue,
    (coalesce(sum(l.conversions_after), 0) * 0.000000001)::text AS outcomes,
    (coalesce(sum(l.conversions_after) FILTER (WHERE l.channel <> ''), 0) * 0.000000001)::text
        AS attributed_outcomes,
    (coalesce(sum(l.payments_after), 0) * 0.000000001)::text AS cash_payments,
    coalesce(sum(l.spend_after), 0)::text AS spend
FROM (
    SELECT DISTINCT ON (l.local_date, l.channel, l.model)
        l.channel, l.cash_after, l.conversions_after, l.payments_after, l.spend_after
    FROM restatement_lines l
    WHERE l.profile_id = $1 AND l.local_date BETWEEN $2 AND $3 AND l.model IN ($4, '')
        AND l.sequence <= $5
    ORDER BY l.local_date, l.channel, l.model, l.sequence DESC
) AS l
