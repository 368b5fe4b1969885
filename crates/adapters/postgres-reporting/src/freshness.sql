-- One snapshot of how far the results are behind; at most $2 marks
-- are counted.
SELECT s.recomputed_at, s.generation, s.currency, s.timezone,
    (SELECT count(*) FROM (
        SELECT 1 FROM replay_marks m
        WHERE m.profile_id = $1 AND m.kind <> 'profile'
        LIMIT $2
    ) AS waiting) AS waiting_changes,
    EXISTS (
        SELECT 1 FROM replay_marks m
        WHERE m.profile_id = $1 AND m.kind = 'profile'
    ) AS full_replay_waits,
    r.id AS recompute_id, r.status, r.people_done, r.people_total, r.requested_at, r.started_at
FROM attribution_state s
LEFT JOIN LATERAL (
    SELECT r.id, r.status, r.people_done, r.people_total, r.requested_at, r.started_at
    FROM recomputes r
    WHERE r.profile_id = $1 AND r.status <> 'completed'
    ORDER BY r.status = 'running' DESC, r.requested_at DESC, r.id DESC
    LIMIT 1
) AS r ON true
WHERE s.profile_id = $1
