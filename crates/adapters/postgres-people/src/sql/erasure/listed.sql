-- Who was forgotten after number $2, at most $3.
SELECT e.number, e.customer_id, e.erased_at
FROM erasures e
WHERE e.profile_id = $1 AND e.number > $2
ORDER BY e.number
LIMIT $3
