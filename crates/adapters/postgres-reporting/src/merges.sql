-- Decisions into a customer ($2), or all, before one ($3), the latest first, at most $4.
SELECT m.id, m.decided_at, m.actor_kind, m.actor_id, m.survivor_id, m.merged_id, m.undone_at, m.undone_actor_kind,
    m.undone_actor_id
FROM customer_merges m
WHERE m.profile_id = $1 AND ($2::uuid IS NULL OR m.survivor_id = $2) AND ($3::uuid IS NULL OR m.id < $3)
ORDER BY m.id DESC
LIMIT $4
