-- Evidence, one array a column; of something that has some, the latest.
INSERT INTO match_evidence (profile_id, kind, id, sealed, seen_at, expires_at)
SELECT $1, r.kind, r.id, r.sealed, r.seen_at, r.expires_at
FROM unnest($2::text[], $3::uuid[], $4::bytea[], $5::timestamptz[], $6::timestamptz[])
    AS r(kind, id, sealed, seen_at, expires_at)
ORDER BY r.kind, r.id
ON CONFLICT (profile_id, kind, id) DO UPDATE SET
    sealed = excluded.sealed, seen_at = excluded.seen_at, expires_at = excluded.expires_at
