-- What customers ($2) hold that names a person.
SELECT i.kind, i.value_key, i.customer_id, i.home_id, i.state
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key, i.customer_id, i.home_id, i.state FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = a.id
        AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    OFFSET 0
) AS i
