SELECT c.id, c.first_seen_at, c.merged_into
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT c.id, c.first_seen_at, c.merged_into FROM customers c
    WHERE c.profile_id = $1 AND c.id = a.id
    OFFSET 0
) AS c
