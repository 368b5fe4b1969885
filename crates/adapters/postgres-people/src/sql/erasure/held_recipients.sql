-- As whom pictures are sent to customers ($2), the earliest first, at most $3 after $4.
SELECT to_jsonb(r) - ARRAY['profile_id'] AS held
FROM identifiers i
CROSS JOIN LATERAL (
    SELECT * FROM view_recipients r
    WHERE r.profile_id = $1 AND r.subject_kind = i.kind AND r.subject_key = i.value_key
    OFFSET 0
) AS r
WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
ORDER BY r.created_at, r.id
LIMIT $3 OFFSET $4
