DELETE FROM proposal_waiting w
WHERE w.profile_id = $1 AND w.customer_id IN (
    SELECT d.customer_id FROM proposal_waiting d
    WHERE d.profile_id = $1 ORDER BY d.customer_id LIMIT $2
    FOR UPDATE SKIP LOCKED
)
RETURNING w.customer_id AS id
