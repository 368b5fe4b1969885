-- The outcome events of customers ($2), of browsers without a customer ($3) and of nobody ($4),
-- each with whose it is by its own identifiers.
WITH candidates AS (
    SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = ANY($2)
    UNION
    SELECT g.visitor_id FROM visitor_segments g
    WHERE g.profile_id = $1 AND g.customer_id = ANY($2)
    UNION
    SELECT unnest($3::uuid[])
),
owned AS (
    SELECT i.customer_id, NULL::uuid AS visitor_id, e.id
    FROM identifiers i
    JOIN outcome_events e ON e.profile_id = $1
        AND e.subject_kind = i.kind AND e.subject_key = i.value_key
    WHERE i.profile_id = $1 AND i.customer_id = ANY($2) AND i.kind <> 'anonymous_id'
    UNION ALL
    SELECT
        CASE WHEN v.is_shared THEN (
            SELECT g.customer_id FROM visitor_segments g
            WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= e.occurred_at
            ORDER BY g.from_at DESC LIMIT 1
        ) ELSE v.customer_id END,
        v.id, e.id
    FROM candidates
    JOIN visitors v ON v.profile_id = $1 AND v.id = candidates.id
    JOIN outcome_events e ON e.profile_id = $1 AND e.visitor_id = v.id
        AND e.subject_kind = 'anonymous_id'
    UNION ALL
    SELECT NULL, NULL, e.id
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.id = ANY($4) AND e.subject_kind IS NULL
)
SELECT owned.customer_id, owned.visitor_id, e.id, e.idempotency_key, e.event_type, e.occurred_at,
    e.value_amount::text AS value_amount, e.currency, e.is_first_payment, e.refund_of,
    e.signature_id, coalesce(c.is_direct, false) AS is_direct, e.ad_id, e.campaign_id,
    e.click_ids::text AS click_ids
FROM owned
JOIN outcome_events e ON e.profile_id = $1 AND e.id = owned.id
LEFT JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = e.signature_id
