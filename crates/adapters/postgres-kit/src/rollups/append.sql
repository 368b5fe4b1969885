INSERT INTO rollup_changes (
    profile_id, population, generation, id, size, data, first_date, last_date
)
SELECT $1, $2, $3, coalesce(max(c.id), 0) + 1, $4, $5, $6, $7
FROM rollup_changes c
WHERE c.profile_id = $1 AND c.population = $2 AND c.generation = $3
