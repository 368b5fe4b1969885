SELECT c.id FROM customers c
WHERE c.profile_id = $1 AND c.id > $2
ORDER BY c.id
LIMIT $3
