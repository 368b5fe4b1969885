-- Which values of customers ($2) changed hands, the earliest first, at most $3 after $4.
SELECT to_jsonb(m) - ARRAY['profile_id'] AS held
FROM identifiers i
CROSS JOIN LATERAL (
    SELECT * FROM identifier_moves m
    WHERE m.profile_id = $1 AND m.kind = i.kind AND m.value_key = i.value_key
    OFFSET 0
) AS m
WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
ORDER BY m.moved_at, m.id
LIMIT $3 OFFSET $4
