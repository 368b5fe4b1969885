-- The values ($2 kinds, $3 keys), and all others of people that their holders hold.
SELECT h.kind, h.value_key, h.customer_id, h.home_id, h.state
FROM (
    SELECT DISTINCT i.customer_id
    FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
        OFFSET 0
    ) AS i
) AS holder
CROSS JOIN LATERAL (
    SELECT h.kind, h.value_key, h.customer_id, h.home_id, h.state
    FROM identifiers h
    WHERE h.profile_id = $1 AND h.customer_id = holder.customer_id
        AND h.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    OFFSET 0
) AS h
