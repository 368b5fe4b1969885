-- Who was forgotten after number $2, at most $3 of them, each with those who led to them.
SELECT e.number, a.customer_id, e.erased_at
FROM (
    SELECT e.number, e.customer_id, e.erased_at FROM erasures e
    WHERE e.profile_id = $1 AND e.number > $2
    ORDER BY e.number
    LIMIT $3
) AS e
CROSS JOIN LATERAL (
    SELECT e.customer_id
    UNION ALL
    SELECT c.id FROM customers c
    WHERE c.profile_id = $1 AND c.merged_into = e.customer_id
) AS a
ORDER BY e.number, a.customer_id
