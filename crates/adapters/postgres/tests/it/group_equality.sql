SELECT concat_ws('|', 'fact', e.id, e.occurred_at, e.received_at, v.anonymous_id, e.kind, e.name,
    coalesce(e.url, '-'), coalesce(e.path, '-'), coalesce(e.title, '-'),
    coalesce(e.referrer, '-'), coalesce(e.engaged_ms, -1), coalesce(e.properties::text, '-'),
    coalesce(e.signature_id, 0), coalesce(e.source_key, 0), coalesce(e.names_a_source::text, '-'),
    coalesce(e.exclusion, '-'), coalesce(e.ad_id, '-'), coalesce(e.campaign_id, '-'),
    coalesce(e.click_ids::text, '-'), coalesce(e.subject_kind, '-'), coalesce(e.subject_key, '-'),
    coalesce(e.identifiers::text, '-'), coalesce(e.country, '-'), coalesce(e.device, '-'),
    coalesce(e.browser, '-'), coalesce(e.os, '-'), coalesce(e.bot_reason, '-'), coalesce(e.sender, '-')) AS line
FROM tracker_events e JOIN visitors v ON v.profile_id = $1 AND v.id = e.visitor_id
WHERE e.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'id', id) AS line FROM tracker_event_ids WHERE profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'visitor', v.anonymous_id, v.first_seen_at, v.is_shared,
    coalesce(c.primary_email, '-')) AS line
FROM visitors v LEFT JOIN customers c ON c.profile_id = $1 AND c.id = v.customer_id
WHERE v.profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'customer', primary_email, first_seen_at, last_seen_at) AS line
FROM customers WHERE profile_id = $1 ORDER BY 1;
SELECT concat_ws('|', 'signature', s.id, s.referrer_state, coalesce(s.utm_source, '-'),
    s.first_seen_at, c.channel, c.rule) AS line
FROM traffic_signatures s
JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = s.id
WHERE s.profile_id = $1 ORDER BY 1;
SELECT DISTINCT concat_ws('|', 'mark', m.kind, coalesce(v.anonymous_id, c.primary_email), m.cause,
    m.created_at) AS line
FROM replay_marks m
LEFT JOIN visitors v ON v.profile_id = $1 AND m.kind = 'visitor' AND v.id = m.target_id
LEFT JOIN customers c ON c.profile_id = $1 AND m.kind = 'customer' AND c.id = m.target_id
WHERE m.profile_id = $1 ORDER BY 1;
