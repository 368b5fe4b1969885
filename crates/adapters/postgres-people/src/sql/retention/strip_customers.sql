-- At most $3 customers who were not seen since $2 lose their names, what was said of their values, and what they were called
-- before they were parted.
WITH silent AS (
    SELECT c.id FROM customers c
    WHERE c.profile_id = $1 AND c.last_seen_at < $2
        AND (c.first_name IS NOT NULL OR c.last_name IS NOT NULL)
    ORDER BY c.id
    LIMIT $3
    FOR NO KEY UPDATE
),
parted AS (
    UPDATE customer_splits s SET first_name = NULL, last_name = NULL
    WHERE s.profile_id = $1 AND num_nonnulls(s.first_name, s.last_name) > 0 AND s.decided_at < $2 AND EXISTS (
        SELECT FROM customers c
        WHERE c.profile_id = $1 AND c.id = s.customer_id AND c.last_seen_at < $2
        OFFSET 0
    )
),
said AS (
    UPDATE identifiers i SET first_name = NULL, last_name = NULL
    WHERE i.profile_id = $1 AND i.customer_id = ANY(ARRAY(SELECT s.id FROM silent s))
        AND num_nonnulls(i.first_name, i.last_name) > 0
)
UPDATE customers c SET first_name = NULL, last_name = NULL
WHERE c.profile_id = $1 AND c.id = ANY(ARRAY(SELECT s.id FROM silent s))
