SELECT concat_ws(' ', 'credit', e.idempotency_key,
    -- A synthetic touch is named after its conversion, whose id differs between two profiles.
    CASE WHEN r.touch_kind = 'synthetic' THEN 'synthetic' ELSE r.touch_id::text END,
    r.touched_at, n.channel, 'last=' || r.last_touch, 'first=' || r.first_touch,
    'linear=' || r.linear, 'decay=' || r.time_decay, 'nondirect=' || r.last_non_direct,
    'position=' || r.position_based, r.touch_date, r.ad_id,
    r.value_reporting, 'refund=' || r.is_refund, r.landing_path, r.referrer_host) AS line
FROM attribution_state s
JOIN credits r ON r.profile_id = $1 AND r.generation = s.generation
JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation AND c.id = r.conversion_id
JOIN outcome_events e ON e.profile_id = $1 AND e.id = c.event_id
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = r.signature_id
WHERE s.profile_id = $1
ORDER BY 1
