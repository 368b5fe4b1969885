-- Deletes the evidence of customers ($2) and of browsers ($3): that of the browsers and of their events, and that of
-- events whose decisive value a customer holds.
WITH browsers AS MATERIALIZED (
    SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = ANY($2)
    UNION
    SELECT g.visitor_id FROM visitor_segments g WHERE g.profile_id = $1 AND g.customer_id = ANY($2)
    UNION
    SELECT unnest($3::uuid[])
),
events AS MATERIALIZED (
    SELECT e.id
    FROM browsers b
    CROSS JOIN LATERAL (
        SELECT e.id FROM outcome_events e WHERE e.profile_id = $1 AND e.visitor_id = b.id OFFSET 0
    ) AS e
    UNION
    SELECT e.id
    FROM identifiers i
    CROSS JOIN LATERAL (
        SELECT e.id FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
        OFFSET 0
    ) AS e
    WHERE i.profile_id = $1 AND i.customer_id = ANY($2) AND i.kind <> 'anonymous_id'
)
DELETE FROM match_evidence m
WHERE m.profile_id = $1 AND (
    (m.kind = 'visitor' AND m.id = ANY(ARRAY(SELECT b.id FROM browsers b)))
    OR (m.kind = 'event' AND m.id = ANY(ARRAY(SELECT e.id FROM events e)))
)
