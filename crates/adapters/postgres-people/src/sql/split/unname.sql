-- Whoever goes on ($2) and is called what is said of the other ($3) is called nothing.
UPDATE customers c SET first_name = NULL, last_name = NULL, first_name_of = NULL, last_name_of = NULL
WHERE c.profile_id = $1 AND c.id = $2 AND num_nonnulls(c.first_name, c.last_name) > 0 AND EXISTS (
    SELECT FROM customers o
    WHERE o.profile_id = $1 AND o.id = $3 AND o.first_name IS NOT DISTINCT FROM c.first_name
        AND o.last_name IS NOT DISTINCT FROM c.last_name
)
