-- Page views from $2 to before $3 as they came in, and of them those that came by a link of the site itself with UTM
-- values, by their source. Each signature by its own look-up in the index.
SELECT u.utm_source AS value, count(u.utm_source) AS weight, count(u.utm_source) AS faulty,
    count(*) AS whole
FROM tracker_events e
LEFT JOIN LATERAL (
    SELECT coalesce(g.utm_source, '(empty)') AS utm_source
    FROM traffic_signatures g
    WHERE e.exclusion = 'self_referral' AND g.profile_id = $1 AND g.id = e.signature_id
        AND num_nonnulls(g.utm_source, g.utm_medium, g.utm_campaign, g.utm_term, g.utm_content) > 0
    OFFSET 0
) AS u ON true
WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
    AND e.kind = 'page_view' AND e.bot_reason IS NULL
GROUP BY u.utm_source
