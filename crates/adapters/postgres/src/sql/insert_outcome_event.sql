-- One fact; no row when its idempotency key was taken.
INSERT INTO outcome_events (
    profile_id, id, idempotency_key, content_hash, received_at, occurred_at, event_type, event_name,
    value_amount, currency, subject_kind, subject_key, visitor_id, identifiers, is_first_payment,
    refund_of, url, signature_id, ad_id, campaign_id, click_ids, pipeline, consent, properties
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
    $22, $23, $24
)
ON CONFLICT DO NOTHING
