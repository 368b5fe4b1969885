UPDATE customer_splits s SET undone_at = $3, undone_actor_kind = $4, undone_actor_id = $5
WHERE s.profile_id = $1 AND s.id = $2 AND s.undone_at IS NULL
