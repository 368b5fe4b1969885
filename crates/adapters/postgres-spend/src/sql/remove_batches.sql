-- Batches that landed before $1 and that wait for nothing, at most $2.
WITH old AS (
    SELECT profile_id, batch_id
    FROM spend_batches
    WHERE landed_at < $1 AND status <> 'ready'
    ORDER BY landed_at
    LIMIT $2
),
gone AS (
    DELETE FROM spend_batches b
    USING old
    WHERE b.profile_id = old.profile_id AND b.batch_id = old.batch_id
    RETURNING b.batch_id
)
SELECT count(*) AS removed
FROM gone
