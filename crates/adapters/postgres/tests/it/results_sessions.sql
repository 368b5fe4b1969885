SELECT concat_ws(' ', 'session', v.anonymous_id, s.started_at, s.ended_at, s.local_date,
    s.page_views, s.engaged_ms, s.is_bot, n.channel, s.landing_path) AS line
FROM sessions s
JOIN visitors v ON v.profile_id = $1 AND v.id = s.visitor_id
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = s.signature_id
WHERE s.profile_id = $1
ORDER BY 1
