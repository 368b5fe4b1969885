-- How many moves in pipelines there are into a stage ($4), out of one ($5) and in a system ($6), where one is named,
-- from an instant ($2) and before another ($3).
SELECT count(*) AS count
FROM outcome_events e
WHERE e.profile_id = $1 AND e.pipeline IS NOT NULL AND e.occurred_at >= $2 AND e.occurred_at < $3
    AND ($4::text IS NULL OR e.pipeline ->> 'to_stage' = $4)
    AND ($5::text IS NULL OR e.pipeline ->> 'from_stage' = $5)
    AND ($6::text IS NULL OR e.pipeline ->> 'external_source' = $6)
