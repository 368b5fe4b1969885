-- What is stored of a customer ($2) and of those who lead to them.
SELECT to_jsonb(c) - ARRAY['profile_id', 'epoch'] AS held
FROM customers c
WHERE c.profile_id = $1 AND (c.id = $2 OR c.merged_into = $2)
ORDER BY c.id
