-- What a customer ($2) is known by and names a person, the most trusted first, at most $3.
SELECT i.kind, i.value_key, i.state, i.display, i.first_seen_at, i.last_seen_at
FROM identifiers i
WHERE i.profile_id = $1 AND i.customer_id = $2 AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
ORDER BY array_position(ARRAY['national_id', 'crm_contact_id', 'email', 'phone'], i.kind), i.value_key
LIMIT $3
