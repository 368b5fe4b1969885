COPY credits (
    profile_id, generation, conversion_id, touch_id, person_kind, person_id, touched_at,
    touch_kind, signature_id, session_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based, local_date, conversion_key, revenue_type, value_reporting,
    is_refund, country, device, browser, os, referrer_host, landing_path, ad_id, touch_date
) FROM STDIN (FORMAT binary)
