INSERT INTO rollup_days (profile_id, population, generation, name, local_date, data)
SELECT $1, $2, $3, c.name, c.local_date, c.data
FROM unnest($4::text[], $5::date[], $6::bytea[]) AS c(name, local_date, data)
ON CONFLICT (profile_id, population, generation, name, local_date)
DO UPDATE SET data = excluded.data
