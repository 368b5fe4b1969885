-- Columns ($4) of the days from $5 to $6, without their bytes: who wrote a row, and where it lies, is
-- another for each version of it.
SELECT d.local_date, d.piece, d.name, d.xmin::text || d.ctid::text AS version
FROM rollup_days d
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3 AND d.name = ANY($4)
    AND d.local_date BETWEEN $5 AND $6
