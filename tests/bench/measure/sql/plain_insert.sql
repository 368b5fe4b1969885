-- Rows of tracker_events into a table of the same shape, constraints and indexes.
INSERT INTO plain_events (
    profile_id, occurred_at, received_at, signature_id, source_key, engaged_ms, names_a_source, id,
    visitor_id, kind, name, url, path, title, referrer, properties, exclusion, ad_id, campaign_id,
    click_ids, subject_kind, subject_key, identifiers, country, device, browser, os, bot_reason
)
SELECT $1::text::uuid, r.occurred_at, r.received_at, r.signature_id, r.source_key, r.engaged_ms,
    r.names_a_source, r.id::uuid, r.visitor_id::uuid, r.kind, r.name, r.url, r.path, r.title,
    r.referrer, r.properties::jsonb, r.exclusion, r.ad_id, r.campaign_id, r.click_ids::jsonb,
    r.subject_kind, r.subject_key, r.identifiers::jsonb, r.country, r.device, r.browser, r.os,
    r.bot_reason
FROM unnest(
    $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::integer[], $7::boolean[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
    $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],
    $22::text[], $23::text[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[]
) AS r(
    occurred_at, received_at, signature_id, source_key, engaged_ms, names_a_source, id, visitor_id,
    kind, name, url, path, title, referrer, properties, exclusion, ad_id, campaign_id, click_ids,
    subject_kind, subject_key, identifiers, country, device, browser, os, bot_reason
)
ON CONFLICT DO NOTHING
