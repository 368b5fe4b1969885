INSERT INTO traffic_signatures (
    profile_id, id, referrer_state, referrer_host, utm_source, utm_medium, utm_campaign, utm_term,
    utm_content, click_kinds, has_ad_id, unfilled, landing_host, landing_path, first_seen_at
)
SELECT $1, r.id, r.referrer_state, r.referrer_host, r.utm_source, r.utm_medium, r.utm_campaign,
    r.utm_term, r.utm_content, r.click_kinds, r.has_ad_id, r.unfilled, r.landing_host,
    r.landing_path, $2
FROM jsonb_to_recordset($3) AS r(
    id bigint, referrer_state text, referrer_host text, utm_source text, utm_medium text,
    utm_campaign text, utm_term text, utm_content text, click_kinds text[], has_ad_id boolean,
    unfilled text[], landing_host text, landing_path text
)
ORDER BY r.id
ON CONFLICT DO NOTHING
