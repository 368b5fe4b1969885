-- Customers ($2) who are an alias of $3: nobody is compared with them, and nothing waits of them. What was put off with
-- them is put off with whoever they are now, also where those were compared before the alias was looked at.
WITH aliases AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS a(id, heir_id)
),
gone AS (
    DELETE FROM proposal_candidates c
    WHERE c.profile_id = $1 AND c.customer_id = ANY ($2)
    RETURNING c.customer_id, c.blocks
),
blocks AS (
    DELETE FROM proposal_blocks b
    WHERE b.profile_id = $1 AND b.customer_id = ANY ($2)
        AND b.block = ANY (ARRAY(SELECT unnest(g.blocks) FROM gone g))
),
waiting AS (
    DELETE FROM merge_proposals p
    WHERE p.profile_id = $1 AND p.status IN ('pending', 'snoozed') AND p.id = ANY (ARRAY(
        SELECT o.id FROM aliases a
        CROSS JOIN LATERAL (
            SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.one_id = a.id
            UNION ALL
            SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.other_id = a.id
        ) AS o
    ))
    RETURNING p.*
),
put_off AS (
    SELECT w.*, least(p.one_id, p.other_id) AS now_one_id, greatest(p.one_id, p.other_id) AS now_other_id
    FROM waiting w
    LEFT JOIN aliases one ON one.id = w.one_id
    LEFT JOIN aliases other ON other.id = w.other_id
    CROSS JOIN LATERAL (
        SELECT coalesce(one.heir_id, w.one_id) AS one_id, coalesce(other.heir_id, w.other_id) AS other_id
    ) AS p
    WHERE w.status = 'snoozed' AND p.one_id <> p.other_id
)
INSERT INTO merge_proposals (
    profile_id, id, one_id, other_id, proposed_at, score, band, evidence, status, snoozed_until, decided_at,
    actor_kind, actor_id
)
SELECT DISTINCT ON (p.now_one_id, p.now_other_id) $1, p.id, p.now_one_id, p.now_other_id, p.proposed_at, p.score, p.band,
    p.evidence, p.status, p.snoozed_until, p.decided_at, p.actor_kind, p.actor_id
FROM put_off p
ORDER BY p.now_one_id, p.now_other_id, p.snoozed_until DESC, p.id
ON CONFLICT (profile_id, one_id, other_id) DO UPDATE
SET status = excluded.status, snoozed_until = excluded.snoozed_until, decided_at = excluded.decided_at,
    actor_kind = excluded.actor_kind, actor_id = excluded.actor_id
WHERE merge_proposals.status = 'pending' AND merge_proposals.actor_kind IS NULL
