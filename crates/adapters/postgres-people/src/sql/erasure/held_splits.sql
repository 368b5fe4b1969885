-- Decisions that made customers two ($2), the earliest first, at most $3 after $4.
SELECT CASE
    WHEN d.customer_id = ANY($2) THEN to_jsonb(d) - ARRAY['profile_id']
    -- What was shown then is the other one's.
    ELSE to_jsonb(d) - ARRAY['profile_id', 'first_name', 'last_name', 'primary_email', 'primary_phone']
END AS held
FROM (
    SELECT d.* FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT * FROM customer_splits d WHERE d.profile_id = $1 AND d.customer_id = a.id OFFSET 0
    ) AS d
    UNION
    SELECT d.* FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT * FROM customer_splits d WHERE d.profile_id = $1 AND d.parted_id = a.id OFFSET 0
    ) AS d
) AS d
ORDER BY d.id
LIMIT $3 OFFSET $4
