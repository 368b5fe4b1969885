-- At most $3 profiles whose figures are complete up to a later instant than was told, of which nothing was
-- told since $1, and of which somebody wants to be told ($2). What waits to be replayed is not in the figures
-- yet.
SELECT a.profile_id, f.until
FROM attribution_state a
CROSS JOIN LATERAL (
    SELECT least(a.recomputed_at, (
        SELECT m.created_at
        FROM replay_marks m
        WHERE m.profile_id = a.profile_id
        ORDER BY m.id
        LIMIT 1
    )) AS until
) AS f
WHERE (a.freshness_told_at IS NULL OR a.freshness_told_at <= $1)
    AND a.recomputed_at IS NOT NULL
    AND (a.freshness_told IS NULL OR f.until > a.freshness_told)
    AND EXISTS (
        SELECT
        FROM webhook_subscriptions s
        WHERE s.profile_id = a.profile_id AND s.disabled_at IS NULL AND s.deleted_at IS NULL
            AND $2 = ANY(s.events)
    )
LIMIT $3
FOR NO KEY UPDATE OF a SKIP LOCKED
