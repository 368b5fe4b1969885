-- Outcome events ($2), the earliest first, at most $3 after $4.
SELECT to_jsonb(e) - ARRAY['profile_id', 'content_hash'] AS held
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT * FROM outcome_events e WHERE e.profile_id = $1 AND e.id = a.id OFFSET 0
) AS e
ORDER BY e.occurred_at, e.id
LIMIT $3 OFFSET $4
