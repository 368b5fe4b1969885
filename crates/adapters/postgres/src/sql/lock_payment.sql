-- The event under the first of some keys ($2) that is taken. Reports of one order wait for each other.
SELECT e.id, e.idempotency_key, e.event_type, e.event_name, e.occurred_at, e.received_at, e.value_amount, e.currency,
    e.refund_of, e.properties::text AS properties
FROM outcome_events e
WHERE e.profile_id = $1 AND e.idempotency_key = ANY($2)
ORDER BY array_position($2, e.idempotency_key)
LIMIT 1
FOR NO KEY UPDATE
