-- Customers ($2) with what is compared of them: values that they hold, at most 200, those that facts of any kind named
-- with one of these, and browsers that they share with somebody.
SELECT c.id, c.first_name, c.last_name, c.merged_into, d.digest,
    coalesce(v.kinds, '{}') AS kinds, coalesce(v.keys, '{}') AS keys, coalesce(b.browsers, '{}') AS browsers
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT c.id, c.first_name, c.last_name, c.merged_into FROM customers c
    WHERE c.profile_id = $1 AND c.id = a.id
    OFFSET 0
) AS c
LEFT JOIN LATERAL (
    SELECT d.digest FROM proposal_candidates d
    WHERE d.profile_id = $1 AND d.customer_id = a.id
    OFFSET 0
) AS d ON true
LEFT JOIN LATERAL (
    WITH held AS MATERIALIZED (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = a.id AND i.state = 'active'
            AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone', 'external_id')
        ORDER BY i.kind, i.value_key
        LIMIT 200
    ),
    -- Who decided, by their more trusted value, whose a fact is was seen with the other one: not the other way round, or
    -- one fact would speak twice.
    named AS MATERIALIZED (
        SELECT p.other_kind AS kind, p.other_key AS value_key FROM held h
        CROSS JOIN LATERAL (
            SELECT p.other_kind, p.other_key FROM identifier_pairs p
            WHERE p.profile_id = $1 AND p.kind = h.kind AND p.value_key = h.value_key
            LIMIT 50
        ) AS p
    ),
    every AS (
        SELECT h.kind, h.value_key FROM held h
        UNION
        SELECT n.kind, n.value_key FROM named n
        CROSS JOIN LATERAL (
            SELECT i.state FROM identifiers i
            WHERE i.profile_id = $1 AND i.kind = n.kind AND i.value_key = n.value_key
            OFFSET 0
        ) AS i
        WHERE i.state = 'active'
    )
    SELECT array_agg(e.kind ORDER BY e.kind, e.value_key) AS kinds,
        array_agg(e.value_key ORDER BY e.kind, e.value_key) AS keys
    FROM every e
) AS v ON true
LEFT JOIN LATERAL (
    SELECT array_agg(DISTINCT s.visitor_id) AS browsers FROM (
        SELECT s.visitor_id FROM visitor_segments s
        WHERE s.profile_id = $1 AND s.customer_id = a.id
        LIMIT 200
    ) AS s
) AS b ON true
