-- Both customers of a decision ($2) are called as they were: a name that the survivor lacked then is the first that an event
-- says since which is theirs, and so is one that the other lacks. What events said before was there to be taken, and was not.
WITH decided AS MATERIALIZED (
    SELECT m.survivor_id AS id, m.decided_at, m.lacked_first_name AS is_first, m.lacked_last_name AS is_last
    FROM customer_merges m
    WHERE m.profile_id = $1 AND m.id = $2
    UNION ALL
    SELECT c.id, m.decided_at, c.first_name IS NULL, c.last_name IS NULL
    FROM customer_merges m
    CROSS JOIN LATERAL (
        SELECT c.id, c.first_name, c.last_name FROM customers c WHERE c.profile_id = $1 AND c.id = m.merged_id OFFSET 0
    ) AS c
    WHERE m.profile_id = $1 AND m.id = $2
),
said AS MATERIALIZED (
    SELECT d.id, e.first_name, e.last_name, e.occurred_at, e.id AS event_id
    FROM decided d
    CROSS JOIN LATERAL (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = d.id
        OFFSET 0
    ) AS i
    CROSS JOIN LATERAL (
        SELECT e.identifiers ->> 'first_name' AS first_name, e.identifiers ->> 'last_name' AS last_name,
            e.occurred_at, e.id
        FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
            AND e.received_at >= d.decided_at
            AND (e.identifiers ->> 'first_name' IS NOT NULL OR e.identifiers ->> 'last_name' IS NOT NULL)
        ORDER BY e.occurred_at, e.id
        LIMIT 50
    ) AS e
    WHERE d.is_first OR d.is_last
)
UPDATE customers c SET
    first_name_of = CASE WHEN d.is_first THEN NULL ELSE c.first_name_of END,
    last_name_of = CASE WHEN d.is_last THEN NULL ELSE c.last_name_of END,
    first_name = CASE WHEN d.is_first THEN (
        SELECT s.first_name FROM said s WHERE s.id = c.id AND s.first_name IS NOT NULL
        ORDER BY s.occurred_at, s.event_id LIMIT 1
    ) ELSE c.first_name END,
    last_name = CASE WHEN d.is_last THEN (
        SELECT s.last_name FROM said s WHERE s.id = c.id AND s.last_name IS NOT NULL
        ORDER BY s.occurred_at, s.event_id LIMIT 1
    ) ELSE c.last_name END
FROM decided d
WHERE c.profile_id = $1 AND c.id = d.id AND (d.is_first OR d.is_last)
    AND c.id = ANY(ARRAY(SELECT p.id FROM decided p))
