SELECT c.id FROM customers c
WHERE c.profile_id = $1 AND c.id = ANY($2)
ORDER BY c.id
FOR NO KEY UPDATE
