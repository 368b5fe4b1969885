-- The signatures of the ids $2.
SELECT g.id, g.referrer_state, g.referrer_host, g.utm_source, g.utm_medium, g.utm_campaign,
    g.utm_term, g.utm_content, g.click_kinds, g.has_ad_id, g.unfilled, g.landing_host,
    g.landing_path, c.channel, c.rule, c.is_direct, c.source, c.medium
FROM traffic_signatures g
JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = g.id
WHERE g.profile_id = $1 AND g.id = ANY($2)
ORDER BY g.id
