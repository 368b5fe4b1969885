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
facts AS MATERIALIZED (
    SELECT e.occurred_at, e.id FROM beside b
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id FROM tracker_events e
        WHERE e.profile_id = $1 AND e.kind = 'identify' AND e.subject_kind = b.kind AND e.subject_key = b.value_key
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
