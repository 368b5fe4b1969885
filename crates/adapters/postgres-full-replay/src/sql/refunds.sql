-- Every outcome event that refunds another or that a refund may name, with whose it is by its own
-- identifiers.
WITH refunds AS MATERIALIZED (
    SELECT r.id, r.refund_of FROM outcome_events r
    WHERE r.profile_id = $1 AND r.refund_of IS NOT NULL
),
chained AS (
    SELECT id FROM refunds
    UNION
    SELECT e.id FROM refunds r
    JOIN outcome_events e ON e.profile_id = $1 AND e.idempotency_key = r.refund_of
    UNION
    SELECT e.id FROM refunds r
    JOIN outcome_events e ON e.profile_id = $1 AND e.id = CASE
        WHEN r.refund_of ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
        THEN r.refund_of::uuid END
)
SELECT e.id, e.event_type, e.idempotency_key, e.refund_of,
    coalesce(i.customer_id, CASE WHEN v.is_shared THEN (
        SELECT g.customer_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= e.occurred_at
        ORDER BY g.from_at DESC LIMIT 1
    ) ELSE v.customer_id END),
    v.id, e.subject_kind IS NULL
FROM chained
JOIN outcome_events e ON e.profile_id = $1 AND e.id = chained.id
LEFT JOIN identifiers i ON i.profile_id = $1 AND i.kind = e.subject_kind
    AND i.value_key = e.subject_key AND i.kind <> 'anonymous_id'
LEFT JOIN visitors v ON v.profile_id = $1 AND v.id = e.visitor_id
    AND e.subject_kind = 'anonymous_id'
