-- Addresses and numbers that each of the customers ($2) holds or was named with, at most 20, and who else does, at
-- most 20: who holds them, and whose more trusted values they were named with.
SELECT a.id AS customer_id, known.kind, known.value_key, who.others
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    WITH held AS MATERIALIZED (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = a.id AND i.state <> 'blocked'
            AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
        ORDER BY i.kind, i.value_key
        LIMIT 200
    )
    SELECT h.kind, h.value_key FROM held h WHERE h.kind IN ('email', 'phone')
    UNION
    SELECT p.other_kind, p.other_key FROM held h
    CROSS JOIN LATERAL (
        SELECT p.other_kind, p.other_key FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.kind = h.kind AND p.value_key = h.value_key
            AND p.other_kind IN ('email', 'phone')
        LIMIT 50
    ) AS p
) AS known
CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT m.customer_id) AS others FROM (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = known.kind AND i.value_key = known.value_key AND i.state <> 'blocked'
            AND i.customer_id <> a.id
        UNION
        SELECT i.customer_id FROM (
            SELECT p.kind, p.value_key FROM identifier_pairs p
            WHERE p.profile_id = $1 AND p.other_kind = known.kind AND p.other_key = known.value_key
            LIMIT 50
        ) AS p
        CROSS JOIN LATERAL (
            SELECT i.customer_id FROM identifiers i
            WHERE i.profile_id = $1 AND i.kind = p.kind AND i.value_key = p.value_key AND i.state <> 'blocked'
            OFFSET 0
        ) AS i
        WHERE i.customer_id <> a.id
        LIMIT 20
    ) AS m
) AS who
WHERE who.others IS NOT NULL
ORDER BY a.id, known.kind, known.value_key
