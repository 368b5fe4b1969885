-- What customers ($2) are called, and at most $3 values of a kind that each holds: the one that is shown of them
-- first, then those that were met first.
SELECT c.id, c.first_name, c.last_name, i.kind, i.value
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone FROM customers c
    WHERE c.profile_id = $1 AND c.id = w.id
    OFFSET 0
) AS c
LEFT JOIN LATERAL (
    SELECT held.kind, held.value, row_number() OVER (
        PARTITION BY held.kind ORDER BY held.value IS DISTINCT FROM
            CASE held.kind WHEN 'email' THEN c.primary_email WHEN 'phone' THEN c.primary_phone END,
        held.first_seen_at, held.value_key
    ) AS place
    FROM (
        SELECT i.kind, i.value_key, convert_from(i.display, 'UTF8') AS value, i.first_seen_at FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.state = 'active'
            AND i.kind IN ('email', 'phone', 'external_id')
        OFFSET 0
    ) AS held
) AS i ON i.place <= $3
ORDER BY c.id, i.kind, i.place
