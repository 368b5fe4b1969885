-- Outcome events ($2), each with the person and the browser that it is of now.
SELECT e.id, e.event_type, e.occurred_at, e.received_at, e.value_amount::text AS value_amount, e.currency,
    e.refund_of IS NOT NULL AS is_refund, e.url, e.click_ids::text AS click_ids,
    e.pipeline::text AS pipeline, e.consent::text AS consent, e.properties::text AS properties,
    e.identifiers ->> 'external_id' AS external_id, e.identifiers ->> 'first_name' AS first_name,
    e.identifiers ->> 'last_name' AS last_name,
    CASE WHEN e.subject_kind = 'anonymous_id' THEN b.customer_id ELSE i.customer_id END AS customer_id,
    CASE WHEN e.subject_kind = 'anonymous_id' THEN e.visitor_id END AS visitor_id,
    e.visitor_id AS browser_id
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT * FROM outcome_events e WHERE e.profile_id = $1 AND e.id = w.id OFFSET 0
) AS e
LEFT JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = e.subject_kind AND i.value_key = e.subject_key
    OFFSET 0
) AS i ON true
LEFT JOIN LATERAL (
    SELECT CASE WHEN v.is_shared THEN (
        SELECT g.customer_id FROM visitor_segments g
        WHERE g.profile_id = $1 AND g.visitor_id = v.id AND g.from_at <= e.occurred_at
        ORDER BY g.from_at DESC LIMIT 1
    ) ELSE v.customer_id END AS customer_id
    FROM visitors v
    WHERE v.profile_id = $1 AND v.id = e.visitor_id
    OFFSET 0
) AS b ON true
ORDER BY e.occurred_at, e.id
