-- Which of the values that each of the customers ($2) holds servers and lists name together.
SELECT h.customer_id, h.kind, h.value_key, p.other_kind, p.other_key
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT i.customer_id, i.kind, i.value_key FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = a.id
        AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    ORDER BY i.kind, i.value_key
    LIMIT 200
) AS h
CROSS JOIN LATERAL (
    SELECT p.other_kind, p.other_key FROM identifier_pairs p
    WHERE p.profile_id = $1 AND p.kind = h.kind AND p.value_key = h.value_key AND p.server_events + p.list_rows > 0
    LIMIT 50
) AS p
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = p.other_kind AND i.value_key = p.other_key
    OFFSET 0
) AS o
WHERE o.customer_id = h.customer_id
