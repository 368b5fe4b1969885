-- When the last page view was received.
SELECT e.received_at AS last_at
FROM tracker_events e
WHERE e.profile_id = $1 AND e.kind = 'page_view' AND e.bot_reason IS NULL
ORDER BY e.occurred_at DESC
LIMIT 1
