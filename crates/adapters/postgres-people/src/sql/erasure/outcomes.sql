-- Outcome events that one of the values ($2 kinds, $3 keys) decides, those that name nobody and happened on browsers ($4) from
-- $5 until $6, those of which nothing is known but one of the ids, and those that name nobody and refund one of them.
WITH own AS MATERIALIZED (
    SELECT e.id, e.url, e.idempotency_key, e.refund_of
    FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = v.kind AND e.subject_key = v.value_key
        OFFSET 0
    ) AS e
    UNION
    SELECT e.id, e.url, e.idempotency_key, e.refund_of
    FROM unnest($4::uuid[], $5::timestamptz[], $6::timestamptz[]) AS b(id, from_at, until_at)
    CROSS JOIN LATERAL (
        SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
        WHERE e.profile_id = $1 AND e.visitor_id = b.id
            AND (e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id')
            AND e.occurred_at >= coalesce(b.from_at, '-infinity') AND e.occurred_at < coalesce(b.until_at, 'infinity')
        OFFSET 0
    ) AS e
    UNION
    SELECT e.id, e.url, e.idempotency_key, e.refund_of
    FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
        WHERE e.profile_id = $1 AND v.kind = 'external_id' AND e.identifiers ? 'external_id'
            AND e.identifiers ->> 'external_id' = v.value_key AND e.subject_kind IS NULL
        OFFSET 0
    ) AS e
)
SELECT o.id, o.url, o.idempotency_key, o.refund_of FROM own o
UNION
SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM own o
CROSS JOIN LATERAL (
    SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
    WHERE e.profile_id = $1 AND e.refund_of = ANY(ARRAY[o.idempotency_key, o.id::text]) AND e.subject_kind IS NULL
    OFFSET 0
) AS e
