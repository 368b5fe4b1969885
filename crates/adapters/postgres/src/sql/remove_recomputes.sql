-- Full replays that were completed before $1 and that no restatement names, at most $2.
WITH old AS (
    SELECT r.profile_id, r.id FROM recomputes r
    WHERE r.status = 'completed' AND r.finished_at < $1
        AND NOT EXISTS (
            SELECT FROM restatements s
            WHERE s.profile_id = r.profile_id AND s.recompute_id = r.id
        )
    LIMIT $2
),
removed AS (
    DELETE FROM recomputes r USING old
    WHERE r.profile_id = old.profile_id AND r.id = old.id
    RETURNING r.id
)
SELECT count(*) AS removed FROM removed
