-- What nothing says that a customer holds is said of the value that they were founded for, or else of their most trusted one.
UPDATE identifiers i SET
    first_name = coalesce(i.first_name, m.first_name),
    last_name = coalesce(i.last_name, m.last_name)
FROM (
    SELECT DISTINCT ON (c.profile_id, c.id) c.profile_id, v.kind, v.value_key, c.first_name, c.last_name
    FROM customers c
    JOIN identifiers v ON v.profile_id = c.profile_id AND v.customer_id = c.id
        AND v.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    WHERE c.merged_into IS NULL AND num_nonnulls(c.first_name, c.last_name) > 0
        AND NOT EXISTS (
            SELECT FROM identifiers n
            WHERE n.profile_id = c.profile_id AND n.customer_id = c.id
                AND (n.first_name IS NOT DISTINCT FROM c.first_name OR c.first_name IS NULL)
                AND (n.last_name IS NOT DISTINCT FROM c.last_name OR c.last_name IS NULL)
        )
    ORDER BY c.profile_id, c.id, v.home_id IS DISTINCT FROM c.id, v.kind DESC, v.value_key
) AS m
WHERE i.profile_id = m.profile_id AND i.kind = m.kind AND i.value_key = m.value_key;
