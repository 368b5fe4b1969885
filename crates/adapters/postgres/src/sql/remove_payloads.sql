-- Bodies of deliveries that tell of something before $1, at most $2.
WITH old AS (
    SELECT profile_id, id
    FROM deliveries
    WHERE event_at < $1 AND body IS NOT NULL
    LIMIT $2
),
gone AS (
    UPDATE deliveries d SET body = NULL
    FROM old
    WHERE d.profile_id = old.profile_id AND d.id = old.id
    RETURNING d.id
)
SELECT count(*) AS removed
FROM gone
