-- The outcome events of customers ($2), of browsers without a customer ($3) and of nobody ($4),
-- each with whose it is by its own identifiers. Each row is looked up from the one before it, in this
-- order whatever the planner knows of the tables.
WITH customers AS MATERIALIZED (
    SELECT DISTINCT unnest($2::uuid[]) AS id
),
candidates AS MATERIALIZED (
    SELECT v.id
    FROM customers w
    CROSS JOIN LATERAL (
        SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = w.id OFFSET 0
    ) AS v
    UNION
    SELECT g.visitor_id
    FROM customers w
    CROSS JOIN LATERAL (
        SELECT g.visitor_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.customer_id = w.id
        OFFSET 0
    ) AS g
    UNION
    SELECT unnest($3::uuid[])
),
owned AS (
    SELECT w.id AS customer_id, NULL::uuid AS visitor_id, e.*
    FROM customers w
    CROSS JOIN LATERAL (
        SELECT i.kind, i.value_key FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = w.id AND i.kind <> 'anonymous_id'
        OFFSET 0
    ) AS i
    CROSS JOIN LATERAL (
        SELECT e.id, e.idempotency_key, e.event_type, e.occurred_at, e.value_amount, e.currency,
            e.is_first_payment, e.refund_of, e.signature_id, e.ad_id, e.campaign_id, e.click_ids FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
        OFFSET 0
    ) AS e
    UNION ALL
    SELECT
        CASE WHEN v.is_shared THEN (
            SELECT g.customer_id FROM visitor_segments g
            WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= e.occurred_at
            ORDER BY g.from_at DESC LIMIT 1
        ) ELSE v.customer_id END,
        v.id, e.*
    FROM candidates
    CROSS JOIN LATERAL (
        SELECT v.id, v.customer_id, v.is_shared FROM visitors v
        WHERE v.profile_id = $1 AND v.id = candidates.id
        OFFSET 0
    ) AS v
    CROSS JOIN LATERAL (
        SELECT e.id, e.idempotency_key, e.event_type, e.occurred_at, e.value_amount, e.currency,
            e.is_first_payment, e.refund_of, e.signature_id, e.ad_id, e.campaign_id, e.click_ids FROM outcome_events e
        WHERE e.profile_id = $1 AND e.visitor_id = v.id AND e.subject_kind = 'anonymous_id'
        OFFSET 0
    ) AS e
    UNION ALL
    SELECT NULL, NULL, e.*
    FROM (SELECT DISTINCT unnest($4::uuid[]) AS id) AS w
    CROSS JOIN LATERAL (
        SELECT e.id, e.idempotency_key, e.event_type, e.occurred_at, e.value_amount, e.currency,
            e.is_first_payment, e.refund_of, e.signature_id, e.ad_id, e.campaign_id, e.click_ids FROM outcome_events e
        WHERE e.profile_id = $1 AND e.id = w.id AND e.subject_kind IS NULL
        OFFSET 0
    ) AS e
)
SELECT e.customer_id, e.visitor_id, e.id, e.idempotency_key, e.event_type, e.occurred_at,
    e.value_amount::text AS value_amount, e.currency, e.is_first_payment, e.refund_of,
    e.signature_id, coalesce(c.is_direct, false) AS is_direct, e.ad_id, e.campaign_id,
    e.click_ids::text AS click_ids
FROM owned e
LEFT JOIN LATERAL (
    SELECT c.is_direct FROM signature_channels c
    WHERE c.profile_id = $1 AND c.signature_id = e.signature_id
    OFFSET 0
) AS c ON true
