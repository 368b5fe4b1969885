-- Tests that somebody began to send ten minutes before $1 and never ended, at most $2: nobody can know whether they
-- arrived.
WITH lost AS (
    SELECT profile_id, id
    FROM export_ledger
    WHERE status = 'sending' AND kind = 'test' AND created_at < $1 - interval '10 minutes'
    LIMIT $2
),
ended AS (
    UPDATE export_ledger l SET status = 'unknown', updated_at = $1
    FROM lost
    WHERE l.profile_id = lost.profile_id AND l.id = lost.id
    RETURNING l.id
)
SELECT count(*) AS removed
FROM ended
