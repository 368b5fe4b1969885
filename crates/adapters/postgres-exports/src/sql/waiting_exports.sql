-- The profiles after $2 with events that are to be looked at, at most $1. The index is entered once for each of them.
WITH RECURSIVE waiting AS (
    (
        SELECT m.profile_id
        FROM export_marks m
        WHERE m.profile_id > $2
        ORDER BY m.profile_id
        LIMIT 1
    )
    UNION ALL
    SELECT next.profile_id
    FROM waiting
    CROSS JOIN LATERAL (
        SELECT m.profile_id
        FROM export_marks m
        WHERE m.profile_id > waiting.profile_id
        ORDER BY m.profile_id
        LIMIT 1
    ) AS next
)
SELECT waiting.profile_id AS id
FROM waiting
LIMIT $1
