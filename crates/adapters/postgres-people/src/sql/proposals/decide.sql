UPDATE merge_proposals p SET status = $3, snoozed_until = $4, decided_at = $5, actor_kind = $6, actor_id = $7
WHERE p.profile_id = $1 AND p.id = $2
