-- Facts, one array a column; no row for one whose idempotency key was taken. Whether refunds that are
-- stored name it, by its key: nobody knows its id yet.
WITH facts AS MATERIALIZED (
    SELECT * FROM unnest(
        $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[], $6::timestamptz[], $7::text[],
        $8::text[], $9::numeric[], $10::text[], $11::text[], $12::text[], $13::uuid[],
        $14::text[], $15::boolean[], $16::text[], $17::text[], $18::bigint[], $19::text[],
        $20::text[], $21::text[], $22::text[], $23::text[], $24::text[]
    ) AS r(
        id, idempotency_key, content_hash, received_at, occurred_at, event_type, event_name,
        value_amount, currency, subject_kind, subject_key, visitor_id, identifiers,
        is_first_payment, refund_of, url, signature_id, ad_id, campaign_id, click_ids, pipeline,
        consent, properties
    )
),
written AS (
    INSERT INTO outcome_events (
        profile_id, id, idempotency_key, content_hash, received_at, occurred_at, event_type,
        event_name, value_amount, currency, subject_kind, subject_key, visitor_id, identifiers,
        is_first_payment, refund_of, url, signature_id, ad_id, campaign_id, click_ids, pipeline,
        consent, properties
    )
    SELECT $1, r.id, r.idempotency_key, r.content_hash, r.received_at, r.occurred_at,
        r.event_type, r.event_name, r.value_amount, r.currency, r.subject_kind, r.subject_key,
        r.visitor_id, r.identifiers::jsonb, r.is_first_payment, r.refund_of, r.url,
        r.signature_id, r.ad_id, r.campaign_id, r.click_ids::jsonb, r.pipeline::jsonb,
        r.consent::jsonb, r.properties::jsonb
    FROM facts r
    ORDER BY r.idempotency_key, r.id
    ON CONFLICT DO NOTHING
    RETURNING outcome_events.id
)
SELECT w.id, EXISTS (
    SELECT 1 FROM outcome_events e
    WHERE e.profile_id = $1 AND e.refund_of = r.idempotency_key
) AS is_refunded
FROM written w JOIN facts r ON r.id = w.id
