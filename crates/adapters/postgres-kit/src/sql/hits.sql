-- The events of browsers ($2): those that count, or those that had been received at an instant ($3),
-- whether they count or not. Each browser by its own look-up in the index, however many are named.
SELECT e.id, e.visitor_id, e.occurred_at, e.kind, e.engaged_ms, e.signature_id, e.source_key,
    e.names_a_source, e.exclusion, e.referrer, e.path, e.country, e.device, e.browser, e.os,
    e.ad_id, e.campaign_id, e.click_ids::text AS click_ids, e.bot_reason IS NOT NULL AS is_bot
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT * FROM tracker_events e
    WHERE e.profile_id = $1 AND e.visitor_id = w.id AND e.received_at <= coalesce($3::timestamptz, 'infinity')
    OFFSET 0
) AS e
WHERE $3::timestamptz IS NOT NULL OR NOT EXISTS (
    SELECT FROM excluded_events x
    WHERE x.profile_id = $1 AND x.visitor_id = e.visitor_id AND x.id = e.id
    OFFSET 0
)
