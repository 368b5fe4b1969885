-- Customers ($2) are called what the first event says that is theirs.
UPDATE customers c SET first_name_of = NULL, last_name_of = NULL, (first_name, last_name) = (
    SELECT e.first_name, e.last_name
    FROM identifiers i
    CROSS JOIN LATERAL (
        SELECT e.identifiers ->> 'first_name' AS first_name,
            e.identifiers ->> 'last_name' AS last_name, e.occurred_at, e.id
        FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
            AND (e.identifiers ->> 'first_name' IS NOT NULL
                OR e.identifiers ->> 'last_name' IS NOT NULL)
        ORDER BY e.occurred_at, e.id
        LIMIT 1
    ) AS e
    WHERE i.profile_id = $1 AND i.customer_id = c.id
    ORDER BY e.occurred_at, e.id
    LIMIT 1
)
WHERE c.profile_id = $1 AND c.id = ANY($2)
