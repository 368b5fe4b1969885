-- Everybody who was identified on the browsers ($2) by a fact, when, and by which of its values: the most
-- trusted one that is not several people's, or, where all are, the most trusted. Events that
-- are excluded do not count, and none on a browser that was one too many. One that nobody holds has no
-- customer; what is shown of it stands beside it.
SELECT f.visitor_id, f.occurred_at, d.kind, d.value_key, d.customer_id,
    CASE WHEN d.kind = 'national_id' THEN decode(f.identifiers -> 'national_id' ->> 'sealed', 'base64')
        ELSE convert_to(d.value_key, 'UTF8') END AS display
FROM unnest($2::uuid[]) AS a(id)
JOIN LATERAL (
    SELECT v.over_limit FROM visitors v WHERE v.profile_id = $1 AND v.id = a.id OFFSET 0
) AS b ON NOT b.over_limit
CROSS JOIN LATERAL (
    SELECT e.visitor_id, e.occurred_at, e.identifiers FROM tracker_events e
    WHERE e.profile_id = $1 AND e.visitor_id = a.id AND e.kind = 'identify'
        AND e.subject_kind IS NOT NULL AND e.subject_kind <> 'anonymous_id'
        AND NOT EXISTS (
            SELECT FROM excluded_events x
            WHERE x.profile_id = $1 AND x.visitor_id = e.visitor_id AND x.id = e.id
            OFFSET 0
        )
    UNION ALL
    SELECT e.visitor_id, e.occurred_at, e.identifiers FROM outcome_events e
    WHERE e.profile_id = $1 AND e.visitor_id = a.id
        AND e.subject_kind IS NOT NULL AND e.subject_kind <> 'anonymous_id'
    OFFSET 0
) AS f
CROSS JOIN LATERAL (
    SELECT v.kind, v.value_key, i.customer_id
    FROM (VALUES
        (1, 'national_id', f.identifiers -> 'national_id' ->> 'key'),
        (2, 'crm_contact_id', f.identifiers ->> 'crm_contact_id'),
        (3, 'email', f.identifiers ->> 'email'),
        (4, 'phone', f.identifiers ->> 'phone')
    ) AS v(rank, kind, value_key)
    LEFT JOIN LATERAL (
        SELECT i.customer_id, i.state FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = v.kind AND i.value_key = v.value_key
        OFFSET 0
    ) AS i ON true
    WHERE v.value_key IS NOT NULL AND i.state IS DISTINCT FROM 'blocked'
    ORDER BY coalesce(i.state, 'active') <> 'active', v.rank
    LIMIT 1
) AS d
