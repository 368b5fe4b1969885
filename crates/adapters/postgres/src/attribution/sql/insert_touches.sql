INSERT INTO touches (
    profile_id, id, visitor_id, session_id, occurred_at, signature_id, landing_path, ad_id,
    campaign_id, click_ids
)
SELECT $1, r.id, r.visitor_id, r.session_id, r.occurred_at, r.signature_id, r.landing_path,
    r.ad_id, r.campaign_id, nullif(r.click_ids, 'null')
FROM jsonb_to_recordset($2) AS r(
    id uuid, visitor_id uuid, session_id uuid, occurred_at timestamptz, signature_id bigint,
    landing_path text, ad_id text, campaign_id text, click_ids jsonb
)
