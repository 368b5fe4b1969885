SELECT t.id, t.visitor_id, t.session_id, t.occurred_at, t.signature_id, t.landing_path, t.ad_id,
    t.campaign_id, t.click_ids::text
FROM touches t WHERE t.profile_id = $1
