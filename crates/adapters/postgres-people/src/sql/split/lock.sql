SELECT s.id, s.decided_at, s.actor_kind, s.actor_id, s.customer_id, s.parted_id, s.undone_at, s.undone_actor_kind,
    s.undone_actor_id
FROM customer_splits s
WHERE s.profile_id = $1 AND s.id = $2 AND s.parted_id IS NOT NULL
FOR UPDATE
