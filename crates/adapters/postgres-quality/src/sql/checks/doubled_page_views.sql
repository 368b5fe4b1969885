-- Page views from $2 to before $3 as they came in, and of them those that repeat one of the same browser and address
-- within a second, by the first part of their path.
SELECT '/' || split_part(v.path, '/', 2) AS value, count(*) FILTER (WHERE v.is_doubled) AS weight,
    count(*) FILTER (WHERE v.is_doubled) AS faulty, count(*) AS whole
FROM (
    SELECT e.path, e.occurred_at - lag(e.occurred_at) OVER (
            PARTITION BY e.visitor_id, e.url ORDER BY e.occurred_at, e.id
        ) <= interval '1 second' AS is_doubled
    FROM tracker_events e
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
        AND e.kind = 'page_view' AND e.bot_reason IS NULL AND e.url IS NOT NULL
) AS v
GROUP BY 1
