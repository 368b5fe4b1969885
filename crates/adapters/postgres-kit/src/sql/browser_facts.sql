-- All events of browsers ($2) with what exclusions may ask for, those that had been received at an instant
-- ($3) or all of them.
SELECT e.id, e.visitor_id, e.occurred_at, e.kind, e.engaged_ms, e.signature_id, e.source_key,
    e.names_a_source, e.exclusion, e.referrer, e.path, e.country, e.device, e.browser, e.os,
    e.ad_id, e.campaign_id, NULL::text AS click_ids, e.bot_reason IS NOT NULL AS is_bot, e.received_at,
    e.url, e.sender
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT * FROM tracker_events e
    WHERE e.profile_id = $1 AND e.visitor_id = w.id AND e.received_at <= coalesce($3::timestamptz, 'infinity')
    OFFSET 0
) AS e
