-- Everybody who was identified on the browser ($2) by a fact, by what, and when.
SELECT f.occurred_at, f.subject_kind, f.subject_key, i.customer_id
FROM (
    SELECT occurred_at, subject_kind, subject_key FROM tracker_events
    WHERE profile_id = $1 AND visitor_id = $2 AND kind = 'identify' AND subject_kind IS NOT NULL
    UNION ALL
    SELECT occurred_at, subject_kind, subject_key FROM outcome_events
    WHERE profile_id = $1 AND visitor_id = $2
        AND subject_kind IS NOT NULL AND subject_kind <> 'anonymous_id'
) AS f
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = f.subject_kind AND i.value_key = f.subject_key
    OFFSET 0
) AS i
