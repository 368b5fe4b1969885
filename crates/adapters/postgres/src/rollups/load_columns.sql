-- Columns by name ($4), day ($5) and piece ($6).
SELECT d.local_date, d.piece, d.name, d.data
FROM unnest($4::text[], $5::date[], $6::integer[]) AS asked(name, local_date, piece)
JOIN rollup_days d ON d.profile_id = $1 AND d.population = $2 AND d.generation = $3
    AND d.name = asked.name AND d.local_date = asked.local_date AND d.piece = asked.piece
