-- What somebody was known by ($2) until $3.
INSERT INTO erased_values (profile_id, hash, erased_at)
SELECT $1, a.hash, $3 FROM unnest($2::bytea[]) AS a(hash)
ORDER BY a.hash
ON CONFLICT (profile_id, hash) DO UPDATE SET erased_at = greatest(erased_values.erased_at, excluded.erased_at)
