-- Whoever was an alias ($2) of a customer ($3) and is none any more takes along the name that the customer had of them: it
-- gives way to the first that an event says which is the customer's.
WITH parted AS MATERIALIZED (
    SELECT c.id, bool_or(c.first_name_of = a.id) AS is_first, bool_or(c.last_name_of = a.id) AS is_last
    FROM unnest($2::uuid[], $3::uuid[]) AS a(id, former)
    CROSS JOIN LATERAL (
        SELECT c.id, c.first_name_of, c.last_name_of FROM customers c WHERE c.profile_id = $1 AND c.id = a.former
        OFFSET 0
    ) AS c
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
        ORDER BY e.occurred_at, e.id
        LIMIT 50
    ) AS e
    WHERE p.is_first OR p.is_last
)
UPDATE customers c SET
    (first_name, first_name_of) = (
        SELECT CASE WHEN p.is_first THEN (
                SELECT s.first_name FROM said s WHERE s.id = c.id AND s.first_name IS NOT NULL
                ORDER BY s.occurred_at, s.event_id LIMIT 1
            ) ELSE c.first_name END,
            CASE WHEN p.is_first THEN NULL ELSE c.first_name_of END
        FROM parted p WHERE p.id = c.id
    ),
    (last_name, last_name_of) = (
        SELECT CASE WHEN p.is_last THEN (
                SELECT s.last_name FROM said s WHERE s.id = c.id AND s.last_name IS NOT NULL
                ORDER BY s.occurred_at, s.event_id LIMIT 1
            ) ELSE c.last_name END,
            CASE WHEN p.is_last THEN NULL ELSE c.last_name_of END
        FROM parted p WHERE p.id = c.id
    )
WHERE c.profile_id = $1 AND c.id = ANY(ARRAY(SELECT p.id FROM parted p WHERE p.is_first OR p.is_last))
