INSERT INTO touches (
    profile_id, id, visitor_id, session_id, occurred_at, signature_id, landing_path, ad_id,
    campaign_id, click_ids
)
SELECT $1, r.id, r.visitor_id, r.session_id, r.occurred_at, r.signature_id, r.landing_path,
    r.ad_id, r.campaign_id, nullif(r.click_ids::jsonb, 'null')
FROM unnest(
    $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::text[]
) AS r(
    id, visitor_id, session_id, occurred_at, signature_id, landing_path, ad_id, campaign_id,
    click_ids
)
