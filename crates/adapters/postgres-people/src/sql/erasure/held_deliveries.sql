-- What ad platforms were told of outcome events ($2), the earliest first, at most $3 after $4.
SELECT to_jsonb(l) - ARRAY['profile_id', 'source_fingerprint', 'request_sha256'] AS held
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT * FROM export_ledger l WHERE l.profile_id = $1 AND l.source_event_id = a.id OFFSET 0
) AS l
ORDER BY l.created_at, l.id
LIMIT $3 OFFSET $4
