-- Decisions about a customer ($2), whoever of the two they are, the latest first, at most $3.
SELECT s.id, s.decided_at, s.actor_kind, s.actor_id, s.customer_id, s.parted_id, s.undone_at, s.undone_actor_kind,
    s.undone_actor_id
FROM (
    (SELECT s.* FROM customer_splits s
    WHERE s.profile_id = $1 AND s.customer_id = $2 AND s.parted_id IS NOT NULL
    ORDER BY s.id DESC LIMIT $3)
    UNION ALL
    (SELECT s.* FROM customer_splits s
    WHERE s.profile_id = $1 AND s.parted_id = $2
    ORDER BY s.id DESC LIMIT $3)
) AS s
ORDER BY s.id DESC
LIMIT $3
