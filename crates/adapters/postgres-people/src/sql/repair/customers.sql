-- Those of the customers ($2) who are nobody's alias.
SELECT c.id, c.primary_email, c.primary_phone
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT c.id, c.primary_email, c.primary_phone FROM customers c
    WHERE c.profile_id = $1 AND c.id = a.id AND c.merged_into IS NULL
    OFFSET 0
) AS c
ORDER BY c.id
