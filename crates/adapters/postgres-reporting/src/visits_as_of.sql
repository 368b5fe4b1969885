-- Visits of the days: those stored, except of the browsers $4, and in their place those derived ($5).
SELECT count(DISTINCT s.visitor_id) AS visitors,
    coalesce(sum(s.page_views), 0)::bigint AS pageviews,
    count(*) FILTER (WHERE s.page_views >= 1) AS sessions,
    count(*) FILTER (WHERE s.page_views = 1) AS bounces,
    coalesce(sum(s.engaged_ms), 0)::bigint AS engaged_ms
FROM (
    SELECT o.visitor_id, o.signature_id, o.page_views, o.engaged_ms
    FROM sessions o
    WHERE o.profile_id = $1 AND o.local_date BETWEEN $2 AND $3 AND NOT o.is_bot
        AND o.visitor_id <> ALL($4)
    UNION ALL
    SELECT r.visitor_id, r.signature_id, r.page_views, r.engaged_ms
    FROM jsonb_to_recordset($5) AS r(
        visitor_id uuid, signature_id bigint, page_views integer, engaged_ms bigint
    )
) AS s
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = s.signature_id
