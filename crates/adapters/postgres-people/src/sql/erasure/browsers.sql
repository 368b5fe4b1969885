-- Browsers of a customer ($2): those that are theirs alone; each time that a shared one was theirs; and those that told who they
-- are without becoming theirs, because they had too many or what was told is left out. Of these, ones on which nobody else
-- was ever named go as theirs do; of others what was told, and what is left out besides since somebody else was named before
-- and until somebody else is.
WITH hers AS MATERIALIZED (
    SELECT i.kind, i.value_key FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = $2
),
told AS MATERIALIZED (
    SELECT e.visitor_id, e.occurred_at, w.anonymous_id, w.has_owner
    FROM hers i
    CROSS JOIN LATERAL (
        SELECT e.visitor_id, e.occurred_at FROM tracker_events e
        WHERE e.profile_id = $1 AND e.kind = 'identify' AND e.subject_kind = i.kind AND e.subject_key = i.value_key
        OFFSET 0
    ) AS e
    CROSS JOIN LATERAL (
        SELECT v.anonymous_id, v.customer_id IS NOT NULL OR v.is_shared AS has_owner FROM visitors v
        WHERE v.profile_id = $1 AND v.id = e.visitor_id AND v.customer_id IS DISTINCT FROM $2 AND v.id <> ALL(ARRAY(
            SELECT g.visitor_id FROM visitor_segments g WHERE g.profile_id = $1 AND g.customer_id = $2
        ))
        OFFSET 0
    ) AS w
),
others AS MATERIALIZED (
    SELECT t.visitor_id, o.occurred_at
    FROM (SELECT DISTINCT t.visitor_id FROM told t) AS t
    CROSS JOIN LATERAL (
        SELECT e.occurred_at FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = t.visitor_id AND e.kind = 'identify'
            AND e.subject_kind <> 'anonymous_id'
            AND (e.subject_kind, e.subject_key) NOT IN (SELECT i.kind, i.value_key FROM hers i)
        UNION ALL
        SELECT e.occurred_at FROM outcome_events e
        WHERE e.profile_id = $1 AND e.visitor_id = t.visitor_id AND e.subject_kind <> 'anonymous_id'
            AND (e.subject_kind, e.subject_key) NOT IN (SELECT i.kind, i.value_key FROM hers i)
        OFFSET 0
    ) AS o
),
moments AS MATERIALIZED (
    SELECT t.visitor_id, t.anonymous_id, t.occurred_at,
        coalesce((
            SELECT max(o.occurred_at) FROM others o
            WHERE o.visitor_id = t.visitor_id AND o.occurred_at <= t.occurred_at
        ), '-infinity') AS after_at,
        coalesce((
            SELECT min(o.occurred_at) FROM others o
            WHERE o.visitor_id = t.visitor_id AND o.occurred_at > t.occurred_at
        ), 'infinity') AS before_at
    FROM told t
    WHERE t.has_owner OR t.visitor_id = ANY(ARRAY(SELECT o.visitor_id FROM others o))
)
SELECT b.id, b.anonymous_id, gen_random_uuid() AS token, b.is_own, b.from_at, b.until_at
FROM (
    SELECT v.id, v.anonymous_id, true AS is_own, NULL::timestamptz AS from_at, NULL::timestamptz AS until_at
    FROM visitors v
    WHERE v.profile_id = $1 AND v.customer_id = $2 AND NOT v.is_shared
    UNION
    SELECT t.visitor_id, t.anonymous_id, true, NULL, NULL FROM told t
    WHERE NOT t.has_owner AND t.visitor_id <> ALL(ARRAY(SELECT o.visitor_id FROM others o))
    UNION
    SELECT m.visitor_id, m.anonymous_id, false, m.occurred_at, m.occurred_at + interval '1 microsecond' FROM moments m
    UNION
    SELECT m.visitor_id, m.anonymous_id, false, e.occurred_at, e.occurred_at + interval '1 microsecond'
    FROM moments m
    CROSS JOIN LATERAL (
        SELECT e.occurred_at FROM tracker_events e
        WHERE e.profile_id = $1 AND e.visitor_id = m.visitor_id
            AND e.occurred_at > m.after_at AND e.occurred_at < m.before_at AND e.id = ANY(ARRAY(
                SELECT x.id FROM excluded_events x WHERE x.profile_id = $1 AND x.visitor_id = m.visitor_id
            ))
        OFFSET 0
    ) AS e
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
