-- Takes at most $2 lanes on which something is to be done at $1 and that nobody has, for $3 until $4. They are chosen once:
-- joined as a subquery, a plan may choose again for every row, and others each time.
WITH due AS MATERIALIZED (
    SELECT w.profile_id, w.destination_id
    FROM export_lanes w
    WHERE w.due_at <= $1
        AND (w.held_until IS NULL OR w.held_until <= $1)
        AND (w.lease_until IS NULL OR w.lease_until <= $1)
    ORDER BY w.due_at
    LIMIT $2
    FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE export_lanes l
SET lease_holder = $3, lease_until = $4
FROM due
WHERE l.profile_id = due.profile_id AND l.destination_id = due.destination_id
RETURNING l.profile_id, l.destination_id
