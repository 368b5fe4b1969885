-- Outcome events from $2 to before $3 as they were received, each with
--   sale_type   the type of the sale at the end of its chain of refunds, when it refunds one,
--   person      whose it is: as identity stands now, and beside what it refunds,
--   amount      its money, negative when it refunds, and not when it takes a refund back.
-- A chain that goes in a circle has no sale; no chain is followed further than 64 refunds. Opens `WITH`; the statement goes on with a SELECT.
WITH RECURSIVE chain AS (
    SELECT e.id AS event_id, e.id, e.event_type, e.refund_of, ARRAY[e.id] AS seen, false AS circle
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
        AND e.refund_of IS NOT NULL
    UNION ALL
    SELECT c.event_id, o.id, o.event_type, o.refund_of, c.seen || o.id, o.id = ANY(c.seen)
    FROM chain c
    CROSS JOIN LATERAL (
        SELECT k.id, k.event_type, k.refund_of FROM outcome_events k
        WHERE k.profile_id = $1 AND k.idempotency_key = c.refund_of
        UNION ALL
        SELECT n.id, n.event_type, n.refund_of FROM outcome_events n
        WHERE n.profile_id = $1 AND n.id = CASE
            WHEN c.refund_of ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
            THEN c.refund_of::uuid END
        LIMIT 1
    ) o
    WHERE NOT c.circle AND o.id <> c.id AND cardinality(c.seen) <= 64
),
sale AS (
    SELECT DISTINCT ON (c.event_id) c.event_id, c.id, c.event_type,
        c.refund_of IS NULL AND cardinality(c.seen) % 2 = 1 AS is_reversed
    FROM chain c
    WHERE NOT EXISTS (
        SELECT FROM chain other WHERE other.event_id = c.event_id AND other.circle
    ) AND cardinality(c.seen) > 1
    ORDER BY c.event_id, cardinality(c.seen) DESC
),
event AS (
    SELECT e.event_type, e.occurred_at, sale.event_type AS sale_type,
        CASE WHEN e.value_amount IS NOT NULL THEN coalesce(e.currency, $4) END AS currency,
        coalesce(
            CASE WHEN e.refund_of IS NULL THEN e.value_amount
                WHEN sale.is_reversed THEN abs(e.value_amount)
                ELSE -abs(e.value_amount) END, 0
        ) AS amount,
        coalesce(
            i.customer_id,
            CASE WHEN v.is_shared THEN (
                SELECT g.customer_id FROM visitor_segments g
                WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= own.occurred_at
                ORDER BY g.from_at DESC LIMIT 1
            ) ELSE v.customer_id END,
            v.id,
            own.id
        ) AS person
    FROM outcome_events e
    LEFT JOIN sale ON sale.event_id = e.id
    -- What it refunds, or itself; nothing is looked up for what refunds nothing.
    LEFT JOIN outcome_events o ON o.profile_id = $1 AND o.id = sale.id
    CROSS JOIN LATERAL (
        SELECT
            CASE WHEN sale.id IS NULL THEN e.id ELSE o.id END AS id,
            CASE WHEN sale.id IS NULL THEN e.occurred_at ELSE o.occurred_at END AS occurred_at,
            CASE WHEN sale.id IS NULL THEN e.subject_kind ELSE o.subject_kind END AS subject_kind,
            CASE WHEN sale.id IS NULL THEN e.subject_key ELSE o.subject_key END AS subject_key,
            CASE WHEN sale.id IS NULL THEN e.visitor_id ELSE o.visitor_id END AS visitor_id
    ) AS own
    LEFT JOIN identifiers i ON i.profile_id = $1 AND own.subject_kind <> 'anonymous_id'
        AND i.kind = own.subject_kind AND i.value_key = own.subject_key
    LEFT JOIN visitors v ON v.profile_id = $1 AND own.subject_kind = 'anonymous_id'
        AND v.id = own.visitor_id
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
)
