-- Addresses of browser events in the order of their keys.
SELECT e.occurred_at AS at, e.id, e.url, e.referrer
FROM tracker_events e
WHERE e.profile_id = $1 AND (e.occurred_at, e.id) > ($2::timestamptz, $3)
ORDER BY e.occurred_at, e.id
LIMIT $4
