-- What the newest customers are called, the names of families as they were given.
SELECT n.last_name, count(*) AS customers
FROM (
    SELECT c.last_name FROM customers c
    WHERE c.profile_id = $1 AND c.merged_into IS NULL
    ORDER BY c.id DESC
    LIMIT 20000
) AS n
GROUP BY n.last_name
