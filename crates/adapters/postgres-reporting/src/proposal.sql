-- One proposal ($2), as it stands at $3.
SELECT p.id, p.one_id, p.other_id,
    CASE WHEN p.status = 'snoozed' AND p.snoozed_until <= $3 THEN 'pending' ELSE p.status END AS status,
    p.score, p.band, p.evidence, p.snoozed_until, p.proposed_at, p.decided_at, p.actor_kind, p.actor_id, p.merge_id
FROM merge_proposals p
WHERE p.profile_id = $1 AND p.id = $2
