-- Takes at most $3 deliveries that are due at $2 of subscriptions in the buckets ($1), for a lease ($6) until
-- $7. Subscriptions take turns. None gets more than $9 beside what is in hand of it ($4, $5), and one whose
-- last $8 requests failed none while one is in hand. What is leased is due again when the lease ends.
WITH due AS (
    SELECT s.profile_id, d.id, d.turn, d.next_attempt_at
    FROM webhook_subscriptions s
    LEFT JOIN unnest($4::uuid[], $5::integer[]) AS h(id, held) ON h.id = s.id
    CROSS JOIN LATERAL (
        SELECT o.id, o.next_attempt_at, row_number() OVER (ORDER BY o.next_attempt_at, o.id) AS turn
        FROM (
            SELECT w.id, w.next_attempt_at
            FROM deliveries w
            WHERE w.profile_id = s.profile_id AND w.target_id = s.id AND w.status = 'pending'
                AND w.next_attempt_at <= $2
            ORDER BY w.next_attempt_at
            LIMIT greatest(
                0,
                CASE WHEN s.failures_in_a_row >= $8 THEN 1 ELSE $9 END - coalesce(h.held, 0)
            )
        ) AS o
    ) AS d
    WHERE s.bucket = ANY($1) AND s.bury_until IS NULL AND s.deleted_at IS NULL
    ORDER BY d.turn, d.next_attempt_at
    LIMIT $3
)
UPDATE deliveries d
SET next_attempt_at = $7, lease_id = $6
FROM due
-- What somebody took or settled meanwhile is due at another instant, or at none. That it is still pending is not
-- asked again: it would let a planner without statistics walk through all that is pending.
WHERE d.profile_id = due.profile_id AND d.id = due.id AND d.next_attempt_at = due.next_attempt_at
RETURNING d.profile_id, d.id, d.target_id, d.body, d.failures, due.turn
