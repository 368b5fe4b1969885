-- Decisions that made customers one ($2), the earliest first, at most $3 after $4.
SELECT to_jsonb(d) - ARRAY['profile_id', 'survivor_kind', 'survivor_key', 'merged_kind', 'merged_key'] AS held
FROM (
    SELECT d.* FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT * FROM customer_merges d WHERE d.profile_id = $1 AND d.survivor_id = a.id OFFSET 0
    ) AS d
    UNION
    SELECT d.* FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT * FROM customer_merges d WHERE d.profile_id = $1 AND d.merged_id = a.id OFFSET 0
    ) AS d
) AS d
ORDER BY d.id
LIMIT $3 OFFSET $4
