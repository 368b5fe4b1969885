-- Somebody said that two customers ($3, $4) are two people; by taking back that they are one ($8, if so), and then so is who
-- came to that merge beside them. Whoever proposed it has said what speaks for it.
WITH beside AS (
    UPDATE merge_proposals p SET status = 'dismissed', decided_at = $5, actor_kind = $6, actor_id = $7
    WHERE p.profile_id = $1 AND p.merge_id = $8 AND (p.one_id, p.other_id) <> ($3, $4)
)
INSERT INTO merge_proposals (
    profile_id, id, one_id, other_id, proposed_at, evidence, status, decided_at, actor_kind, actor_id
)
VALUES ($1, $2, $3, $4, $5, '[]', 'dismissed', $5, $6, $7)
ON CONFLICT (profile_id, one_id, other_id) DO UPDATE
SET status = 'dismissed', snoozed_until = NULL, decided_at = excluded.decided_at, actor_kind = excluded.actor_kind,
    actor_id = excluded.actor_id
