-- Rows that loaders left before $1 and that nobody wrote, at most $2.
WITH old AS (
    SELECT profile_id, batch_id, row_number
    FROM spend_landing
    WHERE landed_at < $1
    ORDER BY landed_at
    LIMIT $2
),
gone AS (
    DELETE FROM spend_landing l
    USING old
    WHERE l.profile_id = old.profile_id AND l.batch_id = old.batch_id AND l.row_number = old.row_number
    RETURNING l.row_number
)
SELECT count(*) AS removed
FROM gone
