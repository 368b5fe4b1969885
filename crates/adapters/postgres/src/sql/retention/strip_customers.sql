-- At most $3 customers who were not seen since $2 lose their names.
WITH silent AS (
    SELECT c.id FROM customers c
    WHERE c.profile_id = $1 AND c.last_seen_at < $2
        AND (c.first_name IS NOT NULL OR c.last_name IS NOT NULL)
    ORDER BY c.id
    LIMIT $3
    FOR NO KEY UPDATE
)
UPDATE customers c SET first_name = NULL, last_name = NULL
WHERE c.profile_id = $1 AND c.id = ANY(ARRAY(SELECT s.id FROM silent s))
