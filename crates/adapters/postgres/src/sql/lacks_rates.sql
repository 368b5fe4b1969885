-- Whether an amount or a day of spend has no rate into the currency $2 on its day.
SELECT EXISTS (
        SELECT 1 FROM outcome_events e
        WHERE e.profile_id = $1 AND e.value_amount IS NOT NULL AND e.currency <> $2
            AND NOT EXISTS (
                SELECT 1 FROM fx_rates f
                WHERE f.profile_id = $1 AND f.from_currency = e.currency
                    AND f.to_currency = $2
                    AND f.date = (e.occurred_at AT TIME ZONE 'UTC')::date
            )
    ) OR EXISTS (
        SELECT 1 FROM ad_spend_daily a
        WHERE a.profile_id = $1 AND a.currency <> $2
            AND NOT EXISTS (
                SELECT 1 FROM fx_rates f
                WHERE f.profile_id = $1 AND f.from_currency = a.currency
                    AND f.to_currency = $2 AND f.date = a.date
            )
    ) AS lacks
