-- Makes at most $3 deliveries of a subscription ($2) that were queued until $4 dead.
WITH waiting AS (
    SELECT d.id
    FROM deliveries d
    WHERE d.profile_id = $1 AND d.target_id = $2 AND d.status = 'pending' AND d.queued_at <= $4
    LIMIT $3
),
buried AS (
    UPDATE deliveries d
    SET status = 'dead', next_attempt_at = NULL, lease_id = NULL, settled_at = $4
    FROM waiting w
    WHERE d.profile_id = $1 AND d.id = w.id
    RETURNING d.id
)
SELECT count(*) AS count
FROM buried
