SELECT m.id, m.decided_at, m.actor_kind, m.actor_id, m.survivor_id, m.merged_id, m.survivor_kind, m.survivor_key,
    m.merged_kind, m.merged_key, m.undone_at, m.undone_actor_kind, m.undone_actor_id
FROM customer_merges m
WHERE m.profile_id = $1 AND m.id = $2
FOR UPDATE
