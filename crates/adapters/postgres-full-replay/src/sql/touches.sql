SELECT t.id, b.number, t.session_id, t.occurred_at, t.signature_id, t.landing_path, t.ad_id,
    t.campaign_id, t.click_ids::text
FROM replayed_browsers b
JOIN touches t ON t.profile_id = $1 AND t.visitor_id = b.visitor_id
    AND t.occurred_at BETWEEN b.from_at AND b.until_at
