-- A customer ($2), what they and what they hold are called, and who leads to them.
SELECT c.id, c.erased_at, gen_random_uuid() AS token,
    ARRAY(
        SELECT n.name FROM (
            SELECT unnest(ARRAY[a.first_name, a.last_name, a.primary_email, a.primary_phone]) AS name
            FROM customers a
            WHERE a.profile_id = $1 AND a.id = $2
            UNION
            SELECT unnest(ARRAY[a.first_name, a.last_name, a.primary_email, a.primary_phone])
            FROM customers a
            WHERE a.profile_id = $1 AND a.merged_into = $2
            UNION
            SELECT unnest(ARRAY[i.first_name, i.last_name])
            FROM identifiers i
            WHERE i.profile_id = $1 AND i.customer_id = $2
        ) AS n
        WHERE n.name IS NOT NULL
    ) AS names,
    ARRAY(SELECT a.id FROM customers a WHERE a.profile_id = $1 AND a.merged_into = $2 ORDER BY a.id) AS aliases
FROM customers c
WHERE c.profile_id = $1 AND c.id = $2
