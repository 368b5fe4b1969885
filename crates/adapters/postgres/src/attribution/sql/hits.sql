-- The events of browsers ($2) that had been received at an instant ($3), or all of them. Each
-- browser by its own look-up in the index, however many are named.
SELECT e.id, e.visitor_id, e.occurred_at, e.kind, e.engaged_ms, e.signature_id, e.source_key,
    e.names_a_source, e.exclusion, e.referrer, e.path, e.country, e.device, e.browser, e.os,
    e.ad_id, e.campaign_id, e.click_ids::text AS click_ids, e.bot_reason IS NOT NULL AS is_bot
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT * FROM tracker_events e
    WHERE e.profile_id = $1 AND e.visitor_id = w.id
        AND ($3::timestamptz IS NULL OR e.received_at <= $3)
    OFFSET 0
) AS e
