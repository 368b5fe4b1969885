-- The refunds of events that are named by idempotency key or id ($2), each by its own look-up.
SELECT NULL::uuid AS customer_id, NULL::uuid AS visitor_id, e.id, e.idempotency_key, e.event_type,
    e.occurred_at, e.value_amount::text AS value_amount, e.currency, e.is_first_payment,
    e.refund_of, e.signature_id, coalesce(c.is_direct, false) AS is_direct, e.ad_id,
    e.campaign_id, e.click_ids::text AS click_ids
FROM (SELECT DISTINCT unnest($2::text[]) AS reference) AS w
CROSS JOIN LATERAL (
    SELECT * FROM outcome_events e
    WHERE e.profile_id = $1 AND e.refund_of = w.reference
    OFFSET 0
) AS e
LEFT JOIN LATERAL (
    SELECT c.is_direct FROM signature_channels c
    WHERE c.profile_id = $1 AND c.signature_id = e.signature_id
    OFFSET 0
) AS c ON true
