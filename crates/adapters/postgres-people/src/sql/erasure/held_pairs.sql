-- What was named together with values of customers ($2), at most $3 after $4.
SELECT to_jsonb(p) - ARRAY['profile_id', 'is_settled'] AS held
FROM (
    SELECT p.* FROM identifiers i
    CROSS JOIN LATERAL (
        SELECT * FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.kind = i.kind AND p.value_key = i.value_key
        OFFSET 0
    ) AS p
    WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
    UNION
    SELECT p.* FROM identifiers i
    CROSS JOIN LATERAL (
        SELECT * FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.other_kind = i.kind AND p.other_key = i.value_key
        OFFSET 0
    ) AS p
    WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
) AS p
ORDER BY p.kind, p.value_key, p.other_kind, p.other_key
LIMIT $3 OFFSET $4
