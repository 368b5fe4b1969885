INSERT INTO conversions (
    profile_id, generation, id, definition_id, conversion_key, event_id, person_kind, person_id,
    occurred_at, local_date, revenue_type, value_amount, currency, value_reporting, fx_rate,
    fx_date, fx_source, is_refund, is_first_payment, is_synthetic, touch_count, first_touch_at,
    unattributed_reason
)
SELECT $1, $2, r.id, r.definition_id, r.conversion_key, r.event_id, r.person_kind, r.person_id,
    r.occurred_at, r.local_date, r.revenue_type, r.value_amount, r.currency, r.value_reporting,
    r.fx_rate, r.fx_date, r.fx_source, r.is_refund, r.is_first_payment, r.is_synthetic,
    r.touch_count, r.first_touch_at, r.unattributed_reason
FROM jsonb_to_recordset($3) AS r(
    id uuid, definition_id uuid, conversion_key text, event_id uuid, person_kind text,
    person_id uuid, occurred_at timestamptz, local_date date, revenue_type text,
    value_amount numeric, currency text, value_reporting numeric, fx_rate numeric, fx_date date,
    fx_source text, is_refund boolean, is_first_payment boolean, is_synthetic boolean,
    touch_count integer, first_touch_at timestamptz, unattributed_reason text
)
