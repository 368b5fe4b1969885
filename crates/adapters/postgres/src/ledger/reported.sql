-- The last line of each cell of the ledger.
SELECT DISTINCT ON (l.local_date, l.channel, l.model)
    l.local_date, l.channel, l.model, l.cash_after::text AS cash,
    l.conversions_after AS conversions, l.payments_after AS payments, l.spend_after::text AS spend
FROM restatement_lines l
WHERE l.profile_id = $1
ORDER BY l.local_date, l.channel, l.model, l.sequence DESC
