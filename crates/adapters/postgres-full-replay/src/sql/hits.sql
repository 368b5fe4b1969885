-- The browser events of a profile that count, those of one browser beside each other.
SELECT e.visitor_id, e.id, e.occurred_at, e.kind, e.engaged_ms, e.signature_id, e.source_key,
    e.names_a_source, e.exclusion, e.referrer, e.path, e.country, e.device, e.browser, e.os,
    e.ad_id, e.campaign_id, e.click_ids::text, e.bot_reason IS NOT NULL
FROM tracker_events e WHERE e.profile_id = $1
    AND NOT EXISTS (
        SELECT FROM excluded_events x
        WHERE x.profile_id = $1 AND x.visitor_id = e.visitor_id AND x.id = e.id
    )
ORDER BY e.visitor_id
