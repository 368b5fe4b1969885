-- Facts of one profile, one array a column.
INSERT INTO tracker_events (
    profile_id, occurred_at, id, received_at, visitor_id, kind, name, url, path, title, referrer,
    engaged_ms, properties, signature_id, source_key, names_a_source, exclusion, ad_id,
    campaign_id, click_ids, subject_kind, subject_key, identifiers, country, device, browser, os,
    bot_reason, sender
)
SELECT $1, r.occurred_at, r.id, r.received_at, r.visitor_id, r.kind, r.name, r.url, r.path,
    r.title, r.referrer, r.engaged_ms, r.properties::jsonb, r.signature_id, r.source_key,
    r.names_a_source, r.exclusion, r.ad_id, r.campaign_id, r.click_ids::jsonb, r.subject_kind,
    r.subject_key, r.identifiers::jsonb, r.country, r.device, r.browser, r.os, r.bot_reason, r.sender
FROM unnest(
    $2::timestamptz[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::integer[], $13::text[], $14::bigint[],
    $15::bigint[], $16::boolean[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],
    $22::text[], $23::text[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[],
    $29::text[]
) AS r(
    occurred_at, id, received_at, visitor_id, kind, name, url, path, title, referrer, engaged_ms,
    properties, signature_id, source_key, names_a_source, exclusion, ad_id, campaign_id, click_ids,
    subject_kind, subject_key, identifiers, country, device, browser, os, bot_reason, sender
)
