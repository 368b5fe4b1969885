INSERT INTO sessions (
    profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id, page_views,
    engaged_ms, is_bot, country, device, browser, os, referrer_host, landing_path, ad_id
)
SELECT $1, r.id, r.visitor_id, r.started_at, r.ended_at, r.local_date, r.signature_id,
    r.page_views, r.engaged_ms, r.is_bot, r.country, r.device, r.browser, r.os, r.referrer_host,
    r.landing_path, r.ad_id
FROM jsonb_to_recordset($2) AS r(
    id uuid, visitor_id uuid, started_at timestamptz, ended_at timestamptz, local_date date,
    signature_id bigint, page_views integer, engaged_ms bigint, is_bot boolean, country text,
    device text, browser text, os text, referrer_host text, landing_path text,
    ad_id text
)
