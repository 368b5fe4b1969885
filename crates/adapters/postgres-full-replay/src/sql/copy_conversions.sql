COPY conversions (
    profile_id, generation, id, definition_id, conversion_key, event_id, person_kind, person_id,
    occurred_at, local_date, revenue_type, value_amount, currency, value_reporting, fx_rate,
    fx_date, fx_source, is_refund, is_first_payment, is_synthetic, touch_count, first_touch_at,
    unattributed_reason
) FROM STDIN (FORMAT binary)
