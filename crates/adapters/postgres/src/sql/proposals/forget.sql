-- Customers ($2) who are an alias: nobody is compared with them, and nothing waits of them.
WITH gone AS (
    DELETE FROM proposal_candidates c
    WHERE c.profile_id = $1 AND c.customer_id = ANY ($2)
    RETURNING c.customer_id, c.blocks
),
blocks AS (
    DELETE FROM proposal_blocks b
    USING (SELECT g.customer_id, u.block FROM gone g CROSS JOIN LATERAL unnest(g.blocks) AS u(block)) AS g
    WHERE b.profile_id = $1 AND b.block = g.block AND b.customer_id = g.customer_id
)
DELETE FROM merge_proposals p
WHERE p.profile_id = $1 AND p.status IN ('pending', 'snoozed') AND p.id IN (
    SELECT o.id FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.one_id = a.id
        UNION ALL
        SELECT o.id FROM merge_proposals o WHERE o.profile_id = $1 AND o.other_id = a.id
    ) AS o
)
