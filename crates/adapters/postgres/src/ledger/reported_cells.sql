-- The last line of each cell that is asked for ($2).
SELECT l.local_date, l.channel, l.model, l.cash_after::text AS cash,
    l.conversions_after AS conversions, l.payments_after AS payments, l.spend_after::text AS spend
FROM jsonb_to_recordset($2) AS r(local_date date, channel text, model text)
CROSS JOIN LATERAL (
    SELECT * FROM restatement_lines l
    WHERE l.profile_id = $1 AND l.local_date = r.local_date AND l.channel = r.channel
        AND l.model = r.model
    ORDER BY l.sequence DESC
    LIMIT 1
) AS l
