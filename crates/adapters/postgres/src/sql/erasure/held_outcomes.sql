-- Outcome events that one of the values ($2 kinds, $3 keys) decides, and those that name nothing but one of the browsers
-- ($4), the earliest first, at most $5.
SELECT e.held FROM (
    SELECT e.occurred_at, e.id, e.held
    FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id, to_jsonb(e) - ARRAY['profile_id', 'content_hash'] AS held FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = v.kind AND e.subject_key = v.value_key
        OFFSET 0
    ) AS e
    UNION ALL
    SELECT e.occurred_at, e.id, e.held
    FROM unnest($4::uuid[]) AS b(id)
    CROSS JOIN LATERAL (
        SELECT e.occurred_at, e.id, to_jsonb(e) - ARRAY['profile_id', 'content_hash'] AS held FROM outcome_events e
        WHERE e.profile_id = $1 AND e.visitor_id = b.id
            AND (e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id')
        OFFSET 0
    ) AS e
) AS e
ORDER BY e.occurred_at, e.id
LIMIT $5
