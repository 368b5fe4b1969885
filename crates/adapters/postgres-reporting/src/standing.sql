-- What the days $2 to $3 lack in the generation $4, in the currency $5, and how much of their cash was changed since $6 by
-- what is no new event, under the model that is shown first.
SELECT
    coalesce(d.pending, 0)::bigint AS conversions_without_rate,
    coalesce(n.without_rate, 0)::bigint AS spend_without_rate,
    least(d.since, n.since) AS without_rate_since,
    (
        SELECT coalesce(sum(c.amounts), 0)::bigint FROM conversion_reasons c
        WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
            AND c.currency <> $5
    ) AS foreign_amounts,
    coalesce(d.cash, 0)::text AS cash,
    coalesce(l.restated, 0)::text AS restated
FROM (
    SELECT sum(d.pending) AS pending, sum(d.cash) AS cash,
        min(d.local_date) FILTER (WHERE d.pending > 0) AS since
    FROM conversion_days d
    WHERE d.profile_id = $1 AND d.generation = $4 AND d.uncredited_by = ''
        AND d.local_date BETWEEN $2 AND $3
) AS d
CROSS JOIN (
    SELECT sum(n.without_rate) AS without_rate,
        min(n.local_date) FILTER (WHERE n.without_rate > 0) AS since
    FROM spend_days n
    WHERE n.profile_id = $1 AND n.local_date BETWEEN $2 AND $3
) AS n
CROSS JOIN (
    SELECT sum(l.cash_after - l.cash_before) AS restated
    FROM restatements r
    CROSS JOIN LATERAL (
        SELECT * FROM restatement_lines l
        WHERE l.profile_id = $1 AND l.sequence = r.sequence AND l.model = 'last_touch'
            AND l.local_date BETWEEN $2 AND $3
        OFFSET 0
    ) AS l
    WHERE r.profile_id = $1 AND r.restated_at >= $6 AND r.cause NOT IN (
        'tracker_event', 'outcome_event', 'late_event', 'refund', 'identify', 'spend'
    )
) AS l
