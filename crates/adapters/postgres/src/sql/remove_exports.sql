-- Lines of the ledger of exports that were decided before $1, at most $2.
WITH old AS (
    SELECT profile_id, id
    FROM export_ledger
    WHERE created_at < $1
    LIMIT $2
),
gone AS (
    DELETE FROM export_ledger l
    USING old
    WHERE l.profile_id = old.profile_id AND l.id = old.id
    RETURNING l.id
)
SELECT count(*) AS removed
FROM gone
