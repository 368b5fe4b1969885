INSERT INTO credits (
    profile_id, generation, conversion_id, touch_id, person_kind, person_id, touched_at,
    touch_kind, signature_id, session_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based, local_date, conversion_key, revenue_type, value_reporting,
    is_refund, country, device, browser, os, referrer_host, landing_path, ad_id, touch_date
)
SELECT $1, $2, r.conversion_id, r.touch_id, r.person_kind, r.person_id, r.touched_at,
    r.touch_kind, r.signature_id, r.session_id, r.last_touch, r.first_touch, r.linear,
    r.time_decay, r.last_non_direct, r.position_based, r.local_date, r.conversion_key,
    r.revenue_type, r.value_reporting::numeric, r.is_refund, r.country, r.device, r.browser, r.os,
    r.referrer_host, r.landing_path, r.ad_id, r.touch_date
FROM unnest(
    $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::text[], $9::bigint[],
    $10::uuid[], $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::integer[],
    $16::integer[], $17::date[], $18::text[], $19::text[], $20::text[], $21::boolean[],
    $22::text[], $23::text[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[],
    $29::date[]
) AS r(
    conversion_id, touch_id, person_kind, person_id, touched_at, touch_kind, signature_id,
    session_id, last_touch, first_touch, linear, time_decay, last_non_direct, position_based,
    local_date, conversion_key, revenue_type, value_reporting, is_refund, country, device,
    browser, os, referrer_host, landing_path, ad_id, touch_date
)
