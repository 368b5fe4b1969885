-- Which values of customers ($2) were named together, at most $3 after $4.
SELECT to_jsonb(p) - ARRAY['profile_id', 'is_settled'] AS held
FROM identifiers i
CROSS JOIN LATERAL (
    SELECT * FROM identifier_pairs p
    WHERE p.profile_id = $1 AND p.kind = i.kind AND p.value_key = i.value_key
    OFFSET 0
) AS p
CROSS JOIN LATERAL (
    SELECT o.customer_id FROM identifiers o
    WHERE o.profile_id = $1 AND o.kind = p.other_kind AND o.value_key = p.other_key
    OFFSET 0
) AS o
WHERE i.profile_id = $1 AND i.customer_id = ANY($2) AND o.customer_id = ANY($2)
ORDER BY p.kind, p.value_key, p.other_kind, p.other_key
LIMIT $3 OFFSET $4
