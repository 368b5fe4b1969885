-- Deliveries that were made before $1 and are done, at most $2, with their attempts.
WITH old AS (
    SELECT profile_id, id
    FROM deliveries
    WHERE created_at < $1 AND status <> 'pending'
    LIMIT $2
),
of_attempts AS (
    DELETE FROM delivery_attempts a
    USING old
    WHERE a.profile_id = old.profile_id AND a.delivery_id = old.id
),
gone AS (
    DELETE FROM deliveries d
    USING old
    WHERE d.profile_id = old.profile_id AND d.id = old.id
    RETURNING d.id
)
SELECT count(*) AS removed
FROM gone
