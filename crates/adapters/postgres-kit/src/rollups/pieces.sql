-- The pieces of days ($4), each of which has a column `runs`.
SELECT d.local_date, d.piece
FROM rollup_days d
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 AND d.name = 'runs'
    AND d.local_date = ANY($4)
