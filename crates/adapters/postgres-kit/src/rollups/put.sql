INSERT INTO rollup_days (profile_id, population, generation, name, local_date, piece, data)
SELECT $1, $2, $3, c.name, c.local_date, c.piece, c.data
FROM unnest($4::text[], $5::date[], $6::integer[], $7::bytea[]) AS c(name, local_date, piece, data)
ON CONFLICT (profile_id, population, generation, name, local_date, piece)
DO UPDATE SET data = excluded.data
