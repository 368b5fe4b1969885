-- Browsers of a customer ($2): those that are theirs alone; each time that a shared one was theirs; and where one told who they
-- are without becoming theirs, because they had too many or what it told is left out. Of these the ones that are nobody's go
-- as theirs do, and others from when somebody else was named before until somebody else is.
WITH hers AS MATERIALIZED (
    SELECT i.kind, i.value_key FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = $2
),
told AS MATERIALIZED (
    SELECT e.visitor_id, e.occurred_at, w.anonymous_id, w.customer_id IS NULL AND NOT w.is_shared AS is_nobodys
    FROM hers i
    CROSS JOIN LATERAL (
        SELECT e.visitor_id, e.occurred_at FROM tracker_events e
        WHERE e.profile_id = $1 AND e.kind = 'identify' AND e.subject_kind = i.kind AND e.subject_key = i.value_key
        OFFSET 0
    ) AS e
    CROSS JOIN LATERAL (
        SELECT v.anonymous_id, v.customer_id, v.is_shared FROM visitors v
        WHERE v.profile_id = $1 AND v.id = e.visitor_id AND v.customer_id IS DISTINCT FROM $2 AND v.id <> ALL(ARRAY(
            SELECT g.visitor_id FROM visitor_segments g WHERE g.profile_id = $1 AND g.customer_id = $2
        ))
        OFFSET 0
    ) AS w
)
SELECT b.id, b.anonymous_id, gen_random_uuid() AS token, b.is_own, b.from_at, b.until_at
FROM (
    SELECT v.id, v.anonymous_id, true AS is_own, NULL::timestamptz AS from_at, NULL::timestamptz AS until_at
    FROM visitors v
    WHERE v.profile_id = $1 AND v.customer_id = $2 AND NOT v.is_shared
    UNION
    SELECT t.visitor_id, t.anonymous_id, true, NULL, NULL FROM told t WHERE t.is_nobodys
    UNION
    SELECT t.visitor_id, t.anonymous_id, false, (
        SELECT max(e.occurred_at) FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = t.visitor_id AND e.occurred_at < t.occurred_at AND e.kind = 'identify'
            AND e.subject_kind <> 'anonymous_id' AND (e.subject_kind, e.subject_key) NOT IN (
                SELECT i.kind, i.value_key FROM hers i
            )
    ), (
        SELECT min(e.occurred_at) FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = t.visitor_id AND e.occurred_at > t.occurred_at AND e.kind = 'identify'
            AND e.subject_kind <> 'anonymous_id' AND (e.subject_kind, e.subject_key) NOT IN (
                SELECT i.kind, i.value_key FROM hers i
            )
    )
    FROM told t WHERE NOT t.is_nobodys
    UNION
    SELECT v.id, v.anonymous_id, false, nullif(g.from_at, '-infinity'), (
        SELECT min(l.from_at) FROM visitor_segments l
        WHERE l.profile_id = $1 AND l.visitor_id = g.visitor_id AND l.from_at > g.from_at
    )
    FROM visitor_segments g
    CROSS JOIN LATERAL (
        SELECT v.id, v.anonymous_id FROM visitors v
        WHERE v.profile_id = $1 AND v.id = g.visitor_id AND v.is_shared
        OFFSET 0
    ) AS v
    WHERE g.profile_id = $1 AND g.customer_id = $2
) AS b
ORDER BY 1, 5 NULLS FIRST
