-- What a customer ($2) holds.
SELECT i.kind, i.value_key, CASE WHEN i.kind = 'national_id' THEN i.display END AS sealed
FROM identifiers i
WHERE i.profile_id = $1 AND i.customer_id = $2
ORDER BY i.kind, i.value_key
