-- Somebody decided that two customers ($3, $4) are two people; whoever proposed it has said what speaks for it.
INSERT INTO merge_proposals (
    profile_id, id, one_id, other_id, proposed_at, evidence, status, decided_at, actor_kind, actor_id
)
VALUES ($1, $2, $3, $4, $5, '[]', 'dismissed', $5, $6, $7)
ON CONFLICT (profile_id, one_id, other_id) DO UPDATE
SET status = 'dismissed', snoozed_until = NULL, decided_at = excluded.decided_at, actor_kind = excluded.actor_kind,
    actor_id = excluded.actor_id
