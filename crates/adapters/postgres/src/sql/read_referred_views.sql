-- Page views with a page before them, in the order of their keys.
SELECT e.occurred_at AS at, e.id, e.url, e.referrer, e.exclusion
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at, e.id) > ($2::timestamptz, $3)
    AND e.kind = 'page_view' AND e.referrer IS NOT NULL
ORDER BY e.occurred_at, e.id
LIMIT $4
