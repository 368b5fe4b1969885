-- Visits of the days; the key is what a row of the report stands for. Bots never count.
SELECT {total} AS is_total, {shown} AS key,
    count(DISTINCT s.visitor_id) AS visitors,
    coalesce(sum(s.page_views), 0)::bigint AS pageviews,
    count(*) FILTER (WHERE s.page_views >= 1) AS sessions,
    count(*) FILTER (WHERE s.page_views = 1) AS bounces,
    coalesce(sum(s.engaged_ms), 0)::bigint AS engaged_ms
FROM sessions s
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = s.signature_id
LEFT JOIN traffic_signatures g ON g.profile_id = $1 AND g.id = s.signature_id
LEFT JOIN {ad_sets} AS d ON d.ad_id = s.ad_id
CROSS JOIN LATERAL (SELECT {key} AS key) AS k
WHERE s.profile_id = $1 AND s.local_date BETWEEN $2 AND $3 AND NOT s.is_bot{filters}
GROUP BY GROUPING SETS ({sets})
