-- How many of the days from $3 to $4 of each connection in $2 were complete when they were read.
SELECT a.id, count(*) AS days
FROM unnest($2, $3, $4) AS a (id, date_from, date_to)
JOIN spend_reads r ON r.profile_id = $1 AND r.connection_id = a.id
    AND r.date BETWEEN a.date_from AND a.date_to AND r.is_complete
GROUP BY a.id
