-- Which pictures a customer ($2, with who leads to them) saw, the earliest first, at most $3 after $4.
SELECT to_jsonb(s) - ARRAY['profile_id'] AS held
FROM identifiers i
CROSS JOIN LATERAL (
    SELECT r.id FROM view_recipients r
    WHERE r.profile_id = $1 AND r.subject_kind = i.kind AND r.subject_key = i.value_key
    OFFSET 0
) AS r
CROSS JOIN LATERAL (
    SELECT * FROM views s WHERE s.profile_id = $1 AND s.recipient_id = r.id
    OFFSET 0
) AS s
WHERE i.profile_id = $1 AND i.customer_id = ANY($2)
ORDER BY s.occurred_at, s.id
LIMIT $3 OFFSET $4
