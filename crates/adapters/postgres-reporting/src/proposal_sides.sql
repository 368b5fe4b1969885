-- Customers ($2) with what they hold, and what facts named together with that.
SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone, c.first_seen_at, c.last_seen_at,
    coalesce(v.kinds, '{}') AS kinds, coalesce(v.keys, '{}') AS keys, coalesce(v.held, '{}') AS held
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone, c.first_seen_at, c.last_seen_at
    FROM customers c
    WHERE c.profile_id = $1 AND c.id = a.id
    OFFSET 0
) AS c
LEFT JOIN LATERAL (
    WITH held AS MATERIALIZED (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = a.id AND i.state = 'active'
            AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone', 'external_id')
        ORDER BY i.kind, i.value_key
        LIMIT 200
    ),
    every AS (
        SELECT h.kind, h.value_key, true AS is_held FROM held h
        UNION ALL
        SELECT p.other_kind, p.other_key, false FROM held h
        CROSS JOIN LATERAL (
            SELECT p.other_kind, p.other_key FROM identifier_pairs p
            WHERE p.profile_id = $1 AND p.kind = h.kind AND p.value_key = h.value_key
            LIMIT 50
        ) AS p
        CROSS JOIN LATERAL (
            SELECT i.state FROM identifiers i
            WHERE i.profile_id = $1 AND i.kind = p.other_kind AND i.value_key = p.other_key
            OFFSET 0
        ) AS i
        WHERE i.state = 'active'
    ),
    known AS (
        SELECT e.kind, e.value_key, bool_or(e.is_held) AS is_held FROM every e GROUP BY e.kind, e.value_key
    )
    SELECT array_agg(k.kind ORDER BY k.kind, k.value_key) AS kinds,
        array_agg(k.value_key ORDER BY k.kind, k.value_key) AS keys,
        array_agg(k.is_held ORDER BY k.kind, k.value_key) AS held
    FROM known k
) AS v ON true
