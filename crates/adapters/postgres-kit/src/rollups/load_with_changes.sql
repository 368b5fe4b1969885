-- Columns ($4) of the days from $5 to $6, and, without a name, the changes of these days.
SELECT d.local_date, d.piece, d.name, d.data
FROM rollup_days d
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 AND d.name = ANY($4)
    AND d.local_date BETWEEN $5 AND $6
UNION ALL
SELECT $5, 0, '', c.data
FROM rollup_changes c
WHERE c.profile_id = $1 AND c.population = $2 AND c.generation = $3
    AND c.last_date >= $5 AND c.first_date <= $6
