-- How many decisions stand that made others of a customer ($2), at most $3.
SELECT count(*) AS standing
FROM (
    SELECT FROM customer_splits s
    WHERE s.profile_id = $1 AND s.customer_id = $2 AND s.undone_at IS NULL AND s.parted_id IS NOT NULL
    LIMIT $3
) AS s
