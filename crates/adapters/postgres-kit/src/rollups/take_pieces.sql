-- Forgets the columns ($6) of pieces of days ($4 the days, $5 the pieces).
DELETE FROM rollup_days d
USING unnest($4::date[], $5::integer[]) AS gone(local_date, piece)
WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3
    AND d.name = ANY($6) AND d.local_date = gone.local_date AND d.piece = gone.piece
