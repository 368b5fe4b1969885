-- Outcome events of before $4 after ($2, $3) in the order of time, at most $5.
SELECT e.occurred_at AS at, e.id, NULL::uuid AS visitor_id, e.url, NULL::text AS referrer
FROM outcome_events e
WHERE e.profile_id = $1 AND (e.occurred_at, e.id) > (coalesce($2, '-infinity'), $3) AND e.occurred_at < $4
ORDER BY e.occurred_at, e.id
LIMIT $5
