-- One row of outcome_events into a table of the same shape, constraints and indexes.
INSERT INTO plain_outcomes (
    profile_id, id, idempotency_key, content_hash, received_at, occurred_at, event_type,
    value_amount, currency, subject_kind, subject_key, identifiers
)
VALUES (
    $1::text::uuid, $2::text::uuid, $2, decode(repeat('ab', 32), 'hex'), now(), now(),
    'payment_received', $3::text::numeric, 'EUR', 'email', $4,
    jsonb_build_object('email', $4::text)
)
