-- Events of browsers ($2 when, $3 ids), the earliest first, at most $4 after $5.
SELECT to_jsonb(e) - ARRAY['profile_id', 'source_key'] AS held
FROM unnest($2::timestamptz[], $3::uuid[]) AS a(at, id)
CROSS JOIN LATERAL (
    SELECT * FROM tracker_events e WHERE e.profile_id = $1 AND e.occurred_at = a.at AND e.id = a.id OFFSET 0
) AS e
ORDER BY e.occurred_at, e.id
LIMIT $4 OFFSET $5
