-- Two customers of a decision ($2) whose id became another value's have each other's values again, if both still are
-- founded for values that it was about: whatever else an id stands for since is left alone.
WITH homes AS MATERIALIZED (
    SELECT h.kind, h.value_key, CASE WHEN h.home_id = s.customer_id THEN s.parted_id ELSE s.customer_id END AS home_id
    FROM customer_splits s
    JOIN customer_split_values v ON v.profile_id = $1 AND v.split_id = s.id
    CROSS JOIN LATERAL (
        SELECT i.kind, i.value_key, i.home_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = v.kind AND i.value_key = v.value_key
        OFFSET 0
    ) AS h
    WHERE s.profile_id = $1 AND s.id = $2 AND s.is_home_moved AND h.home_id IN (s.customer_id, s.parted_id)
)
UPDATE identifiers i SET home_id = h.home_id
FROM homes h
WHERE i.profile_id = $1 AND i.kind = h.kind AND i.value_key = h.value_key AND (SELECT count(*) FROM homes) = 2
