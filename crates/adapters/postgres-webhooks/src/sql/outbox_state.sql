-- What waits to be told, at $1, over all profiles. Receivers that are only probed are not waited for: what is due
-- to them is late because of them.
SELECT
    (SELECT count(*) FROM (SELECT FROM outbox LIMIT 1000000) AS counted) AS events,
    (
        SELECT (extract(epoch FROM $1 - min(o.occurred_at)) * 1000000)::bigint
        FROM outbox o
    ) AS oldest_event_micros,
    (
        SELECT count(*)
        FROM (SELECT FROM deliveries WHERE status = 'pending' LIMIT 1000000) AS counted
    ) AS pending,
    (
        SELECT (extract(epoch FROM $1 - min(d.next_attempt_at)) * 1000000)::bigint
        FROM webhook_subscriptions s
        CROSS JOIN LATERAL (
            SELECT w.next_attempt_at
            FROM deliveries w
            WHERE w.profile_id = s.profile_id AND w.target_id = s.id AND w.status = 'pending'
            ORDER BY w.next_attempt_at
            LIMIT 1
        ) AS d
        WHERE s.failures_in_a_row < $2 AND s.bury_until IS NULL AND s.deleted_at IS NULL
    ) AS overdue_micros,
    (
        SELECT count(*)
        FROM webhook_subscriptions
        WHERE disabled_reason IN ('gone', 'failing') AND deleted_at IS NULL
    ) AS given_up
