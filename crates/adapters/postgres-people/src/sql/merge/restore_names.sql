-- The survivor of a decision ($2) is called by names that they lacked before ($3) only as the first event says that is
-- theirs.
WITH said AS MATERIALIZED (
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
    WHERE i.profile_id = $1 AND i.customer_id = $2
    ORDER BY e.occurred_at, e.id
    LIMIT 1
)
UPDATE customers c SET
    first_name_of = CASE WHEN m.lacked_first_name THEN NULL ELSE c.first_name_of END,
    last_name_of = CASE WHEN m.lacked_last_name THEN NULL ELSE c.last_name_of END,
    first_name = CASE WHEN m.lacked_first_name THEN (SELECT first_name FROM said) ELSE c.first_name END,
    last_name = CASE WHEN m.lacked_last_name THEN (SELECT last_name FROM said) ELSE c.last_name END
FROM customer_merges m
WHERE c.profile_id = $1 AND c.id = $2 AND m.profile_id = $1 AND m.id = $3
