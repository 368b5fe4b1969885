-- Lines that do not begin where the line of the same cell before them ended, or that change nothing.
SELECT concat_ws(' ', l.local_date, l.channel, l.model, l.sequence) AS line
FROM (
    SELECT l.*,
        coalesce(lag(l.cash_after) OVER cell, 0) AS cash,
        coalesce(lag(l.conversions_after) OVER cell, 0) AS conversions,
        coalesce(lag(l.payments_after) OVER cell, 0) AS payments,
        coalesce(lag(l.spend_after) OVER cell, 0) AS spend
    FROM restatement_lines l
    WHERE l.profile_id = $1
    WINDOW cell AS (PARTITION BY l.local_date, l.channel, l.model ORDER BY l.sequence)
) AS l
WHERE l.cash_before <> l.cash OR l.conversions_before <> l.conversions
    OR l.payments_before <> l.payments OR l.spend_before <> l.spend
    OR (l.cash_before, l.conversions_before, l.payments_before, l.spend_before)
        = (l.cash_after, l.conversions_after, l.payments_after, l.spend_after)
