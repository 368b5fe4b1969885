-- The same of what browsers of others told.
WITH v AS MATERIALIZED (
    SELECT v.kind, v.value_key FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
),
beside AS MATERIALIZED (
    SELECT p.other_kind AS kind, p.other_key AS value_key FROM v
    CROSS JOIN LATERAL (
        SELECT p.other_kind, p.other_key FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.kind = v.kind AND p.value_key = v.value_key
        OFFSET 0
    ) AS p
    UNION
    SELECT p.kind, p.value_key FROM v
    CROSS JOIN LATERAL (
        SELECT p.kind, p.value_key FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.other_kind = v.kind AND p.other_key = v.value_key
        OFFSET 0
    ) AS p
),
browsers AS MATERIALIZED (
    SELECT DISTINCT w.id FROM beside b
    CROSS JOIN LATERAL (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = b.kind AND i.value_key = b.value_key
        OFFSET 0
    ) AS i
    CROSS JOIN LATERAL (
        SELECT w.id FROM visitors w WHERE w.profile_id = $1 AND w.customer_id = i.customer_id
        UNION ALL
        SELECT g.visitor_id FROM visitor_segments g WHERE g.profile_id = $1 AND g.customer_id = i.customer_id
        OFFSET 0
    ) AS w
),
facts AS MATERIALIZED (
    SELECT e.occurred_at, e.id FROM browsers b
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = b.id AND e.kind = 'identify'
        OFFSET 0
    ) AS e
    UNION
    SELECT e.occurred_at, e.id FROM v
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id FROM tracker_events e
        WHERE e.profile_id = $1 AND v.kind = 'external_id' AND e.kind = 'identify' AND e.identifiers ? 'external_id'
            AND e.identifiers ->> 'external_id' = v.value_key
        OFFSET 0
    ) AS e
)
UPDATE tracker_events e SET identifiers = e.identifiers - ARRAY(
    SELECT v.kind FROM v
    WHERE v.value_key = CASE v.kind
        WHEN 'national_id' THEN e.identifiers -> 'national_id' ->> 'key' ELSE e.identifiers ->> v.kind
    END
)
FROM facts f
WHERE e.profile_id = $1 AND e.occurred_at = f.occurred_at AND e.id = f.id
    AND EXISTS (
        SELECT FROM v
        WHERE v.value_key = CASE v.kind
            WHEN 'national_id' THEN e.identifiers -> 'national_id' ->> 'key' ELSE e.identifiers ->> v.kind
        END
        OFFSET 0
    )
