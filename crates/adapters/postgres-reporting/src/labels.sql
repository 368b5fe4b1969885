-- What signatures ($2) mean under the rules in force.
SELECT a.id, n.channel, n.source, n.medium, g.utm_campaign AS campaign, g.utm_term AS keyword
FROM unnest($2::bigint[]) AS a(id)
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = a.id
LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = a.id
