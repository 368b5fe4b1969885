-- Columns by name ($4) and day ($5).
SELECT d.local_date, d.name, d.data
FROM unnest($4::text[], $5::date[]) AS asked(name, local_date)
JOIN rollup_days d ON d.profile_id = $1 AND d.population = $2 AND d.generation = $3
    AND d.name = asked.name AND d.local_date = asked.local_date
