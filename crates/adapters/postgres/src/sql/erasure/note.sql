-- The customer $2 was forgotten at $3 by $4 and $5; by the clock of another process before may have been later.
INSERT INTO erasures (profile_id, number, customer_id, erased_at, actor_kind, actor_id)
SELECT $1, coalesce(max(e.number), 0) + 1, $2, greatest($3, max(e.erased_at)), $4, $5
FROM erasures e
WHERE e.profile_id = $1
