INSERT INTO credits (
    profile_id, generation, conversion_id, touch_id, person_kind, person_id, touched_at,
    touch_kind, signature_id, session_id, last_touch, first_touch, linear, time_decay,
    last_non_direct, position_based, local_date, conversion_key, revenue_type, value_reporting, is_refund,
    country, device, browser, os, referrer_host, landing_path, ad_id, touch_date
)
SELECT $1, $2, r.conversion_id, r.touch_id, r.person_kind, r.person_id, r.touched_at,
    r.touch_kind, r.signature_id, r.session_id, r.last_touch, r.first_touch, r.linear,
    r.time_decay, r.last_non_direct, r.position_based, r.local_date, r.conversion_key, r.revenue_type,
    r.value_reporting, r.is_refund, r.country, r.device, r.browser, r.os, r.referrer_host,
    r.landing_path, r.ad_id, r.touch_date
FROM jsonb_to_recordset($3) AS r(
    conversion_id uuid, touch_id uuid, person_kind text, person_id uuid, touched_at timestamptz,
    touch_kind text, signature_id bigint, session_id uuid, last_touch integer,
    first_touch integer, linear integer, time_decay integer, last_non_direct integer,
    position_based integer,
    local_date date, conversion_key text, revenue_type text, value_reporting numeric,
    is_refund boolean, country text, device text, browser text, os text, referrer_host text,
    landing_path text, ad_id text, touch_date date
)
