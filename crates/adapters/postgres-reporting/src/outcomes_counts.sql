-- How often each type happened from $2 to before $3, $4 rows at most, most frequent first, with the
-- label of the type (the first family's, if several have it) and the definition that names it.
WITH counted AS (
    SELECT e.event_type, count(*) AS count
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
    GROUP BY e.event_type
    ORDER BY count DESC, e.event_type
    LIMIT $4
)
SELECT c.event_type, c.count, o.id AS label_id, o.display_name, o.family, d.id AS definition_id
FROM counted c
LEFT JOIN LATERAL (
    SELECT o.id, o.display_name, o.family FROM outcome_definitions o
    WHERE o.profile_id = $1 AND o.event_key = c.event_type
    ORDER BY o.family LIMIT 1
) o ON true
LEFT JOIN conversion_definitions d
    ON d.profile_id = $1 AND c.event_type = ANY(d.source_event_names)
ORDER BY c.count DESC, c.event_type
