-- By which value each of the customers ($2), or whom they lead to, stays themselves: the one that they were founded for, or
-- the most trusted one. Nobody who was forgotten.
SELECT a.id AS customer_id, h.kind, h.value_key
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT coalesce(c.merged_into, c.id) AS id FROM customers c
    WHERE c.profile_id = $1 AND c.id = a.id
    OFFSET 0
) AS s
CROSS JOIN LATERAL (
    SELECT c.id FROM customers c
    WHERE c.profile_id = $1 AND c.id = s.id AND c.erased_at IS NULL
    OFFSET 0
) AS live
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = live.id AND i.state = 'active'
    ORDER BY i.home_id IS DISTINCT FROM live.id,
        array_position(ARRAY['national_id', 'crm_contact_id', 'email', 'phone', 'external_id'], i.kind), i.value_key
    LIMIT 1
) AS h
