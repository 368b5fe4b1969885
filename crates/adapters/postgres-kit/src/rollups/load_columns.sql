-- Columns by name ($4), day ($5) and piece ($6), each by its own look-up in the index.
SELECT d.local_date, d.piece, d.name, d.data
FROM unnest($4::text[], $5::date[], $6::integer[]) AS asked(name, local_date, piece)
CROSS JOIN LATERAL (
    SELECT * FROM rollup_days d
    WHERE d.profile_id = $1 AND d.population = $2 AND d.generation = $3
        AND d.name = asked.name AND d.local_date = asked.local_date AND d.piece = asked.piece
    OFFSET 0
) AS d
