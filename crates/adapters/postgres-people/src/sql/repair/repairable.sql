-- Those of them who hold alone what is not shown of them: $3 behind the first $2.
SELECT c.id FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL AND (c.primary_email IS NULL OR c.primary_phone IS NULL)
    AND EXISTS (
        SELECT FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.state = 'active' AND i.display IS NOT NULL
            AND (i.kind = 'email' AND c.primary_email IS NULL OR i.kind = 'phone' AND c.primary_phone IS NULL)
    )
ORDER BY c.profile_id, c.id
OFFSET $2 LIMIT $3
