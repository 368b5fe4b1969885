-- What is stored of a customer and of those who lead to them ($2), at most $3 after $4.
SELECT to_jsonb(c) - ARRAY['profile_id', 'epoch', 'first_name_of', 'last_name_of'] AS held
FROM customers c
WHERE c.profile_id = $1 AND c.id = ANY($2)
ORDER BY c.id
LIMIT $3 OFFSET $4
