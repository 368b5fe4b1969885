-- Outcome events of others no longer name the values ($2 kinds, $3 keys) beside their own: the keys that these tell. Whatever
-- is sent again of one of them is the same.
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
    SELECT e.id FROM beside b
    CROSS JOIN LATERAL (
        SELECT e.id FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = b.kind AND e.subject_key = b.value_key
        OFFSET 0
    ) AS e
    UNION
    SELECT e.id FROM v
    CROSS JOIN LATERAL (
        SELECT e.id FROM outcome_events e
        WHERE e.profile_id = $1 AND v.kind = 'external_id' AND e.identifiers ? 'external_id'
            AND e.identifiers ->> 'external_id' = v.value_key
        OFFSET 0
    ) AS e
)
UPDATE outcome_events e SET content_hash = '', identifiers = e.identifiers - ARRAY(
    SELECT v.kind FROM v
    WHERE v.value_key = CASE v.kind
        WHEN 'national_id' THEN e.identifiers -> 'national_id' ->> 'key' ELSE e.identifiers ->> v.kind
    END
)
WHERE e.profile_id = $1 AND e.id = ANY(ARRAY(SELECT f.id FROM facts f))
    AND EXISTS (
        SELECT FROM v
        WHERE v.value_key = CASE v.kind
            WHEN 'national_id' THEN e.identifiers -> 'national_id' ->> 'key' ELSE e.identifiers ->> v.kind
        END
        OFFSET 0
    )
RETURNING e.idempotency_key, e.refund_of
