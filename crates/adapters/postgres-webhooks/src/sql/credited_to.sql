-- Conversions of a generation ($2) whose last touch has one of the signatures ($3): at most $4, with how many
-- there are.
SELECT count(*) OVER () AS count, c.id, c.definition_id, k.value_reporting::text AS credited,
    k.signature_id AS signature
FROM credits k
JOIN conversions c ON c.profile_id = $1 AND c.generation = $2 AND c.id = k.conversion_id
WHERE k.profile_id = $1 AND k.generation = $2 AND k.signature_id = ANY($3) AND k.last_touch > 0
ORDER BY c.id
LIMIT $4
