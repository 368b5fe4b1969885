-- The profiles with events that wait, at most $1. The index is entered once for each of them.
WITH RECURSIVE waiting AS (
    (
        SELECT o.profile_id
        FROM outbox o
        ORDER BY o.profile_id
        LIMIT 1
    )
    UNION ALL
    SELECT next.profile_id
    FROM waiting
    CROSS JOIN LATERAL (
        SELECT o.profile_id
        FROM outbox o
        WHERE o.profile_id > waiting.profile_id
        ORDER BY o.profile_id
        LIMIT 1
    ) AS next
)
SELECT waiting.profile_id AS id
FROM waiting
LIMIT $1
