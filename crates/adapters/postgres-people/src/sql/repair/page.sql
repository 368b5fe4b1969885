-- Customers who are nobody's alias: $3 of them behind the first $2.
SELECT c.id FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL
ORDER BY c.profile_id, c.id
OFFSET $2 LIMIT $3
