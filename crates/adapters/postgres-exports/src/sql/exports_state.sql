-- What is to be told to ad platforms, at $1, over all profiles. Who has to be connected anew is not waited for.
SELECT
    marked.events AS marks,
    (extract(epoch FROM $1 - marked.oldest) * 1000000)::bigint AS oldest_mark_micros,
    (
        SELECT count(*)
        FROM (SELECT FROM export_ledger WHERE next_attempt_at IS NOT NULL LIMIT 1000000) AS counted
    ) AS waiting,
    (
        SELECT (extract(epoch FROM $1 - min(greatest(l.due_at, l.held_until))) * 1000000)::bigint
        FROM export_lanes l
        WHERE l.due_at <= $1 AND l.breaker <> 'needs_reconnect'
    ) AS overdue_micros,
    (
        SELECT count(*)
        FROM export_lanes l
        WHERE l.breaker = 'needs_reconnect' AND l.due_at IS NOT NULL
    ) AS disconnected
FROM (
    SELECT count(*) AS events, min(m.created_at) AS oldest
    FROM (SELECT created_at FROM export_marks LIMIT 1000000) AS m
) AS marked
