-- The refunds of events that are named by idempotency key or id ($2).
SELECT NULL::uuid AS customer_id, NULL::uuid AS visitor_id, e.id, e.idempotency_key, e.event_type,
    e.occurred_at, e.value_amount::text AS value_amount, e.currency, e.is_first_payment,
    e.refund_of, e.signature_id, coalesce(c.is_direct, false) AS is_direct, e.ad_id,
    e.campaign_id, e.click_ids::text AS click_ids
FROM outcome_events e
LEFT JOIN signature_channels c ON c.profile_id = $1 AND c.signature_id = e.signature_id
WHERE e.profile_id = $1 AND e.refund_of = ANY($2)
