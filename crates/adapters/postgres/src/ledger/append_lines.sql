INSERT INTO restatement_lines (
    profile_id, local_date, channel, model, sequence, cash_before, cash_after,
    conversions_before, conversions_after, payments_before, payments_after,
    spend_before, spend_after
)
SELECT $1, r.local_date, r.channel, r.model, $2, r.cash_before, r.cash_after,
    r.conversions_before, r.conversions_after, r.payments_before, r.payments_after,
    r.spend_before, r.spend_after
FROM jsonb_to_recordset($3) AS r(
    local_date date, channel text, model text, cash_before numeric, cash_after numeric,
    conversions_before bigint, conversions_after bigint, payments_before bigint,
    payments_after bigint, spend_before numeric, spend_after numeric
)
