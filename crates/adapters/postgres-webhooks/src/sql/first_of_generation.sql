-- Of each definition of the profile ($1) that has had no attributed conversion, the earliest of a generation ($2).
SELECT f.id AS definition_id, c.id AS conversion_id
FROM conversion_definitions f
CROSS JOIN LATERAL (
    SELECT o.id
    FROM conversions o
    WHERE o.profile_id = $1 AND o.generation = $2 AND o.conversion_key = f.conversion_key
        AND o.definition_id = f.id AND o.unattributed_reason IS NULL
    ORDER BY o.occurred_at, o.id
    LIMIT 1
) AS c
WHERE f.profile_id = $1 AND f.first_attributed_at IS NULL
