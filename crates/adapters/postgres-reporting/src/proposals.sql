-- A page of the queue: what stands at $2 at $4, only of a band ($3), behind $5 and $6, at most $7. What was to wait until
-- a moment that is over is pending.
WITH rows AS (
    (
        SELECT p.id, p.status FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.status = $2 AND (p.status <> 'snoozed' OR p.snoozed_until > $4)
            AND ($3::text IS NULL OR p.band = $3)
            AND coalesce(p.score, -1000000) <= $5
            AND (coalesce(p.score, -1000000) < $5 OR p.id > $6)
        ORDER BY coalesce(p.score, -1000000) DESC, p.id
        LIMIT $7
    )
    UNION ALL
    (
        SELECT p.id, 'pending' FROM merge_proposals p
        WHERE p.profile_id = $1 AND $2 = 'pending' AND p.status = 'snoozed' AND p.snoozed_until <= $4
            AND ($3::text IS NULL OR p.band = $3)
            AND coalesce(p.score, -1000000) <= $5
            AND (coalesce(p.score, -1000000) < $5 OR p.id > $6)
        ORDER BY coalesce(p.score, -1000000) DESC, p.id
        LIMIT $7
    )
)
SELECT p.id, p.one_id, p.other_id, r.status, p.score, p.band, p.evidence, p.snoozed_until, p.proposed_at, p.decided_at,
    p.actor_kind, p.actor_id, p.merge_id
FROM rows r
JOIN merge_proposals p ON p.profile_id = $1 AND p.id = r.id
ORDER BY coalesce(p.score, -1000000) DESC, p.id
LIMIT $7
