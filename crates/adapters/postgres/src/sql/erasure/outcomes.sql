-- Outcome events that one of the values ($2 kinds, $3 keys) decides, and those that name nothing but one of the browsers
-- ($4).
SELECT e.id, e.url, e.idempotency_key, e.refund_of
FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
CROSS JOIN LATERAL (
    SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
    WHERE e.profile_id = $1 AND e.subject_kind = v.kind AND e.subject_key = v.value_key
    OFFSET 0
) AS e
UNION
SELECT e.id, e.url, e.idempotency_key, e.refund_of
FROM unnest($4::uuid[]) AS b(id)
CROSS JOIN LATERAL (
    SELECT e.id, e.url, e.idempotency_key, e.refund_of FROM outcome_events e
    WHERE e.profile_id = $1 AND e.visitor_id = b.id
        AND (e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id')
    OFFSET 0
) AS e
