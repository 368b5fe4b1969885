-- How many conversions of a definition ($2) readers see from an instant ($3) and before another ($4).
SELECT count(*) AS count
FROM conversions c
WHERE c.profile_id = $1
    AND c.generation = (SELECT s.generation FROM attribution_state s WHERE s.profile_id = $1)
    AND c.conversion_key = (
        SELECT d.conversion_key FROM conversion_definitions d WHERE d.profile_id = $1 AND d.id = $2
    )
    AND c.definition_id = $2
    AND c.occurred_at >= $3 AND c.occurred_at < $4
