INSERT INTO conversions (
    profile_id, generation, id, definition_id, conversion_key, event_id, person_kind, person_id,
    occurred_at, local_date, revenue_type, value_amount, currency, value_reporting, fx_rate,
    fx_date, fx_source, is_refund, is_first_payment, is_synthetic, touch_count, first_touch_at,
    unattributed_reason
)
SELECT $1, $2, r.id, r.definition_id, r.conversion_key, r.event_id, r.person_kind, r.person_id,
    r.occurred_at, r.local_date, r.revenue_type, r.value_amount::numeric, r.currency,
    r.value_reporting::numeric, r.fx_rate::numeric, r.fx_date, r.fx_source, r.is_refund,
    r.is_first_payment, r.is_synthetic, r.touch_count, r.first_touch_at, r.unattributed_reason
FROM unnest(
    $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::uuid[], $9::timestamptz[],
    $10::date[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::date[],
    $17::text[], $18::boolean[], $19::boolean[], $20::boolean[], $21::integer[],
    $22::timestamptz[], $23::text[]
) AS r(
    id, definition_id, conversion_key, event_id, person_kind, person_id, occurred_at, local_date,
    revenue_type, value_amount, currency, value_reporting, fx_rate, fx_date, fx_source, is_refund,
    is_first_payment, is_synthetic, touch_count, first_touch_at, unattributed_reason
)
