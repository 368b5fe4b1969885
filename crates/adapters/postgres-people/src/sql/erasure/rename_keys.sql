-- Keys of idempotency ($2) are hashes ($3).
UPDATE outcome_events e SET idempotency_key = ($3::text[])[array_position($2::text[], e.idempotency_key)]
WHERE e.profile_id = $1 AND e.idempotency_key = ANY($2)
