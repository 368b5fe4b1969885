-- Addresses of outcome events in the order of their keys; they have no referrer, and their instant ($2)
-- is no part of the key.
SELECT e.occurred_at AS at, e.id, e.url, NULL::text AS referrer
FROM outcome_events e
WHERE e.profile_id = $1 AND e.id > $3 AND $2::text IS NOT NULL
ORDER BY e.id
LIMIT $4
