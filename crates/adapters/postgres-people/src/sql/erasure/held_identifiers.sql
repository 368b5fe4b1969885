-- What customers ($2) hold, at most $3 after $4; of a national id the key alone.
SELECT to_jsonb(i) - ARRAY['profile_id', 'display', 'home_id', 'is_settled'] AS held
FROM identifiers i
WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
ORDER BY i.kind, i.value_key
LIMIT $3 OFFSET $4
