-- Answers of ad platforms to what was decided before $1, at most $2.
WITH old AS (
    SELECT profile_id, id
    FROM export_ledger
    WHERE created_at < $1 AND (response_redacted IS NOT NULL OR trace_id IS NOT NULL)
    LIMIT $2
),
gone AS (
    UPDATE export_ledger l SET response_redacted = NULL, trace_id = NULL
    FROM old
    WHERE l.profile_id = old.profile_id AND l.id = old.id
    RETURNING l.id
)
SELECT count(*) AS removed
FROM gone
