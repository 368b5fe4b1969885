-- The same where nothing is excluded.
SELECT e.visitor_id, e.id, e.occurred_at, e.kind, e.engaged_ms, e.signature_id, e.source_key,
    e.names_a_source, e.exclusion, e.referrer, e.path, e.country, e.device, e.browser, e.os,
    e.ad_id, e.campaign_id, e.click_ids::text, e.bot_reason IS NOT NULL
FROM tracker_events e WHERE e.profile_id = $1
ORDER BY e.visitor_id
