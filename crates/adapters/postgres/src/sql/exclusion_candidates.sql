-- Browsers with an event that was received from $2 until $3, from country $4, by one of browsers $5 or
-- senders $7, where those matter; at most $6.
SELECT DISTINCT e.visitor_id AS id
FROM tracker_events e
WHERE e.profile_id = $1 AND e.received_at >= coalesce($2, '-infinity')
    AND e.received_at < coalesce($3, 'infinity')
    AND ($4 IS NULL OR e.country = $4) AND ($5 IS NULL OR e.visitor_id = ANY($5))
    AND ($7 IS NULL OR e.sender = ANY($7))
ORDER BY e.visitor_id
LIMIT $6
