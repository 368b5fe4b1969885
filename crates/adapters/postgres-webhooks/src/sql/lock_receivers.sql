SELECT s.id, s.disabled_at, s.failures_in_a_row, s.dead_since
FROM unnest($1::uuid[], $2::uuid[]) AS k(profile_id, id)
JOIN webhook_subscriptions s ON s.profile_id = k.profile_id AND s.id = k.id
WHERE s.deleted_at IS NULL
ORDER BY s.profile_id, s.id
FOR NO KEY UPDATE OF s
