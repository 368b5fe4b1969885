-- Moves in pipelines into a stage ($5), out of one ($6) and in a system ($7), where one is named, from an instant ($3)
-- and before another ($4): at most $2, after a place ($8, $9).
SELECT e.id, e.occurred_at AS at
FROM outcome_events e
WHERE e.profile_id = $1 AND e.pipeline IS NOT NULL
    AND e.occurred_at >= $3 AND e.occurred_at < $4 AND e.occurred_at >= $8
    AND (e.occurred_at, e.id) > ($8, $9)
    AND ($5::text IS NULL OR e.pipeline ->> 'to_stage' = $5)
    AND ($6::text IS NULL OR e.pipeline ->> 'from_stage' = $6)
    AND ($7::text IS NULL OR e.pipeline ->> 'external_source' = $7)
ORDER BY e.occurred_at, e.id
LIMIT $2
