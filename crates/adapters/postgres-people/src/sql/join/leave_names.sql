-- Whoever was an alias ($2) of a customer ($3) and is none any more leaves no name behind: one that both are called by, that no
-- event says which is the customer's, and that was not theirs before a decision made them one, gives way to what the first
-- event says.
WITH parted AS MATERIALIZED (
    SELECT c.id,
        bool_or(c.first_name = d.first_name AND coalesce(m.lacked_first_name, true)) AS is_first,
        bool_or(c.last_name = d.last_name AND coalesce(m.lacked_last_name, true)) AS is_last
    FROM unnest($2::uuid[], $3::uuid[]) AS a(id, former)
    CROSS JOIN LATERAL (
        SELECT d.first_name, d.last_name FROM customers d WHERE d.profile_id = $1 AND d.id = a.id
        OFFSET 0
    ) AS d
    CROSS JOIN LATERAL (
        SELECT c.id, c.first_name, c.last_name FROM customers c WHERE c.profile_id = $1 AND c.id = a.former
        OFFSET 0
    ) AS c
    LEFT JOIN LATERAL (
        SELECT m.lacked_first_name, m.lacked_last_name FROM customer_merges m
        WHERE m.profile_id = $1 AND m.merged_id = a.id AND m.survivor_id = a.former
        ORDER BY m.id DESC LIMIT 1
    ) AS m ON true
    GROUP BY c.id
),
said AS MATERIALIZED (
    SELECT p.id, e.first_name, e.last_name, e.occurred_at, e.id AS event_id
    FROM parted p
    CROSS JOIN LATERAL (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = p.id
        OFFSET 0
    ) AS i
    CROSS JOIN LATERAL (
        SELECT e.identifiers ->> 'first_name' AS first_name, e.identifiers ->> 'last_name' AS last_name,
            e.occurred_at, e.id
        FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
            AND (e.identifiers ->> 'first_name' IS NOT NULL OR e.identifiers ->> 'last_name' IS NOT NULL)
        OFFSET 0
    ) AS e
    WHERE p.is_first OR p.is_last
)
UPDATE customers c SET
    first_name = CASE
        WHEN EXISTS (SELECT FROM parted p WHERE p.id = c.id AND p.is_first)
            AND NOT EXISTS (SELECT FROM said s WHERE s.id = c.id AND s.first_name = c.first_name)
        THEN (SELECT s.first_name FROM said s WHERE s.id = c.id ORDER BY s.occurred_at, s.event_id LIMIT 1)
        ELSE c.first_name
    END,
    last_name = CASE
        WHEN EXISTS (SELECT FROM parted p WHERE p.id = c.id AND p.is_last)
            AND NOT EXISTS (SELECT FROM said s WHERE s.id = c.id AND s.last_name = c.last_name)
        THEN (SELECT s.last_name FROM said s WHERE s.id = c.id ORDER BY s.occurred_at, s.event_id LIMIT 1)
        ELSE c.last_name
    END
WHERE c.profile_id = $1 AND c.id = ANY(ARRAY(SELECT p.id FROM parted p WHERE p.is_first OR p.is_last))
