-- The same from a generation ($3): of each definition that has had none, the earliest.
UPDATE conversion_definitions d
SET first_attributed_at = $2
FROM (
    SELECT f.id AS definition_id, c.id AS conversion_id
    FROM conversion_definitions f
    CROSS JOIN LATERAL (
        SELECT o.id
        FROM conversions o
        WHERE o.profile_id = $1 AND o.generation = $3 AND o.conversion_key = f.conversion_key
            AND o.definition_id = f.id AND o.unattributed_reason IS NULL
        ORDER BY o.occurred_at, o.id
        LIMIT 1
    ) AS c
    WHERE f.profile_id = $1 AND f.first_attributed_at IS NULL
) AS e
WHERE d.profile_id = $1 AND d.id = e.definition_id AND d.first_attributed_at IS NULL
RETURNING d.id AS definition_id, e.conversion_id
