-- Who is found by blocks ($2), but for those that more than $3 are found by.
SELECT a.block, m.members
FROM unnest($2::bigint[]) AS a(block)
CROSS JOIN LATERAL (
    SELECT array_agg(b.customer_id) AS members FROM (
        SELECT b.customer_id FROM proposal_blocks b
        WHERE b.profile_id = $1 AND b.block = a.block
        LIMIT $3 + 1
    ) AS b
) AS m
WHERE cardinality(m.members) <= $3
