-- The customer $2 was forgotten at $3 by $4 and $5; by the clock of another process before may have been later. Keys named
-- them ($6), or somebody before.
INSERT INTO erasures (profile_id, number, customer_id, erased_at, actor_kind, actor_id, has_keys)
SELECT $1, coalesce(max(e.number), 0) + 1, $2, greatest($3, max(e.erased_at)), $4, $5,
    $6 OR coalesce(bool_or(e.has_keys), false)
FROM erasures e
WHERE e.profile_id = $1
