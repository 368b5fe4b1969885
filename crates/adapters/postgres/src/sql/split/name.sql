-- Whoever goes on ($2) and is called what is said of the other ($3) is called as the first event says that is theirs.
UPDATE customers c SET (first_name, last_name) = (
    SELECT e.first_name, e.last_name
    FROM identifiers i
    CROSS JOIN LATERAL (
        SELECT e.identifiers ->> 'first_name' AS first_name, e.identifiers ->> 'last_name' AS last_name,
            e.occurred_at, e.id
        FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
            AND (e.identifiers ->> 'first_name' IS NOT NULL OR e.identifiers ->> 'last_name' IS NOT NULL)
        ORDER BY e.occurred_at, e.id
        LIMIT 1
    ) AS e
    WHERE i.profile_id = $1 AND i.customer_id = c.id
    ORDER BY e.occurred_at, e.id
    LIMIT 1
)
WHERE c.profile_id = $1 AND c.id = $2 AND num_nonnulls(c.first_name, c.last_name) > 0 AND EXISTS (
    SELECT FROM customers o
    WHERE o.profile_id = $1 AND o.id = $3 AND o.first_name IS NOT DISTINCT FROM c.first_name
        AND o.last_name IS NOT DISTINCT FROM c.last_name
)
