-- All columns ($6) of a piece ($5) of a day ($4): by their names, because the key has the name before the
-- day.
SELECT d.local_date, d.piece, d.name, d.data
FROM rollup_days d
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 AND d.local_date = $4
    AND d.piece = $5 AND d.name = ANY($6)
