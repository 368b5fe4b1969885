-- Browser events of before $4 after ($2, $3) in the order of their keys, at most $5.
SELECT e.occurred_at AS at, e.id, e.visitor_id, e.url, e.referrer
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at, e.id) > (coalesce($2, '-infinity'), $3) AND e.occurred_at < $4
ORDER BY e.occurred_at, e.id
LIMIT $5
