-- Removes at most $3 deliveries of a subscription ($2) with their attempts.
WITH old AS (
    SELECT d.id
    FROM deliveries d
    WHERE d.profile_id = $1 AND d.target_id = $2
    LIMIT $3
),
of_attempts AS (
    DELETE FROM delivery_attempts a USING old
    WHERE a.profile_id = $1 AND a.delivery_id = old.id
),
removed AS (
    DELETE FROM deliveries d USING old
    WHERE d.profile_id = $1 AND d.id = old.id
    RETURNING d.id
)
SELECT count(*) AS count
FROM removed
