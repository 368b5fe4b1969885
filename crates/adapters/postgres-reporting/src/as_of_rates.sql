-- Whether spend, or conversions, of the days had no rate into the currency ($4) of the figures after
-- the restatement $5: they have none to this day, or one that was imported later changed what was
-- reported. $6 is the generation that readers see now.
WITH rated AS (
    SELECT l.model, l.spend_before <> l.spend_after AS moves_spend
    FROM restatement_lines l
    JOIN restatements s ON s.profile_id = $1 AND s.sequence = l.sequence
    WHERE l.profile_id = $1 AND l.local_date BETWEEN $2 AND $3 AND l.sequence > $5
        AND s.causes @> '[{"cause": "rates_imported"}]'
)
SELECT EXISTS (
    SELECT FROM ad_spend_daily a
    LEFT JOIN fx_rates f ON f.profile_id = $1 AND f.from_currency = a.currency
        AND f.to_currency = $4 AND f.date = a.date
    WHERE a.profile_id = $1 AND a.date BETWEEN $2 AND $3 AND a.currency <> $4 AND f.rate IS NULL
) OR EXISTS (SELECT FROM rated WHERE model = '' AND moves_spend) AS spend,
EXISTS (
    SELECT FROM conversion_days d
    WHERE d.profile_id = $1 AND d.generation = $6 AND d.uncredited_by = ''
        AND d.local_date BETWEEN $2 AND $3 AND d.pending > 0
) OR EXISTS (SELECT FROM rated WHERE model <> '') AS conversions
