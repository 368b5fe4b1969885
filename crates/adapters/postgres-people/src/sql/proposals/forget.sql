-- Customers ($2) who are an alias: nobody is compared with them, and nothing waits of them.
WITH gone AS (
    DELETE FROM proposal_candidates c
    WHERE c.profile_id = $1 AND c.customer_id = ANY ($2)
    RETURNING c.customer_id, c.blocks
),
blocks AS (
    DELETE FROM proposal_blocks b
    WHERE b.profile_id = $1 AND b.customer_id = ANY ($2)
        AND b.block = ANY (ARRAY(SELECT unnest(g.blocks) FROM gone g))
)
DELETE FROM merge_proposals p
WHERE p.profile_id = $1 AND p.status IN ('pending', 'snoozed') AND p.id = ANY (ARRAY(
    SELECT o.id FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.one_id = a.id
        UNION ALL
        SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.other_id = a.id
    ) AS o
))
