-- The events of a definition's ($2) conversions that readers see, from an instant ($3) and before another ($4): at
-- most $7, after a place ($5, $6).
SELECT c.event_id AS id, c.occurred_at AS at
FROM conversions c
WHERE c.profile_id = $1
    AND c.generation = (SELECT s.generation FROM attribution_state s WHERE s.profile_id = $1)
    AND c.conversion_key = (
        SELECT d.conversion_key FROM conversion_definitions d WHERE d.profile_id = $1 AND d.id = $2
    )
    AND c.definition_id = $2
    AND c.occurred_at >= $3 AND c.occurred_at < $4 AND c.occurred_at >= $5
    AND (c.occurred_at, c.event_id) > ($5, $6)
ORDER BY c.occurred_at, c.event_id
LIMIT $7
