-- Columns ($4) of the days from $5 to $6.
SELECT d.local_date, d.piece, d.name, d.data
FROM rollup_days d
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 AND d.name = ANY($4)
    AND d.local_date BETWEEN $5 AND $6
