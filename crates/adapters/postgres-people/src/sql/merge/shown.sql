SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone
FROM customers c
WHERE c.profile_id = $1 AND c.id = ANY($2)
