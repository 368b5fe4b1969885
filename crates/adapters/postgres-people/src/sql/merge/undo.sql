UPDATE customer_merges m SET undone_at = $3, undone_actor_kind = $4, undone_actor_id = $5
WHERE m.profile_id = $1 AND m.id = $2 AND m.undone_at IS NULL
