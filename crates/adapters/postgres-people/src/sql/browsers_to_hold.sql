-- Whose browsers ($2) are, and whether somebody was ever parted on them, in the order in which everybody locks them.
SELECT v.id, v.customer_id, v.is_shared, EXISTS (
    SELECT FROM customer_split_browsers b WHERE b.profile_id = $1 AND b.visitor_id = v.id OFFSET 0
) AS is_parted
FROM visitors v
WHERE v.profile_id = $1 AND v.id = ANY($2)
ORDER BY v.id
FOR UPDATE OF v
