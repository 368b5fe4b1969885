INSERT INTO sessions (
    profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id, page_views,
    engaged_ms, is_bot, country, device, browser, os, referrer_host, landing_path, ad_id
)
SELECT $1, r.*
FROM unnest(
    $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::date[], $7::bigint[],
    $8::integer[], $9::bigint[], $10::boolean[], $11::text[], $12::text[], $13::text[],
    $14::text[], $15::text[], $16::text[], $17::text[]
) AS r
