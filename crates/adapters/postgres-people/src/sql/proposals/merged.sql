-- Two customers ($2, $3) were made one by a decision ($4) at $5 of $6, $7: that is what became of their proposal.
UPDATE merge_proposals p SET status = 'merged', snoozed_until = NULL, decided_at = $5, actor_kind = $6, actor_id = $7,
    merge_id = $4
WHERE p.profile_id = $1 AND p.one_id = $2 AND p.other_id = $3 AND p.status IN ('pending', 'snoozed')
