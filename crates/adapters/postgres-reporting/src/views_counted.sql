-- How often pictures were loaded on the days, by what their addresses say; the most first, at most $4.
SELECT coalesce(n.channel, 'Unassigned') AS channel, coalesce(n.source, '') AS source,
    coalesce(n.medium, '') AS medium, coalesce(g.utm_campaign, '') AS campaign,
    sum(d.views)::bigint AS views,
    coalesce(sum(d.views) FILTER (WHERE d.has_recipient), 0)::bigint AS by_recipients,
    coalesce(sum(d.views) FILTER (WHERE d.agent = 'mail_proxy'), 0)::bigint AS mail_proxy,
    coalesce(sum(d.views) FILTER (WHERE d.agent = 'prefetch'), 0)::bigint AS prefetched,
    coalesce(sum(d.views) FILTER (WHERE d.agent = 'bot'), 0)::bigint AS bots
FROM view_days d
LEFT JOIN LATERAL (
    SELECT n.channel, n.source, n.medium FROM signature_channels n
    WHERE n.profile_id = $1 AND n.signature_id = d.signature_id
    OFFSET 0
) AS n ON true
LEFT JOIN LATERAL (
    SELECT g.utm_campaign FROM traffic_signatures g
    WHERE g.profile_id = $1 AND g.id = d.signature_id
    OFFSET 0
) AS g ON true
WHERE d.profile_id = $1 AND d.local_date BETWEEN $2 AND $3
GROUP BY 1, 2, 3, 4
ORDER BY views DESC, 1, 2, 3, 4
LIMIT $4
