-- Two customers of a decision ($2) whose id became another value's have each other's values again, if both still are
-- founded for values that it was about: whatever else an id stands for since is left alone.
WITH homes AS MATERIALIZED (
    SELECT h.home_id
    FROM customer_split_values v
    CROSS JOIN LATERAL (
        SELECT i.home_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = v.kind AND i.value_key = v.value_key
        OFFSET 0
    ) AS h
    WHERE v.profile_id = $1 AND v.split_id = $2 AND h.home_id = ANY(ARRAY(
        SELECT unnest(ARRAY[s.customer_id, s.parted_id]) FROM customer_splits s
        WHERE s.profile_id = $1 AND s.id = $2 AND s.is_home_moved
    ))
)
UPDATE identifiers i SET home_id = (SELECT h.home_id FROM homes h WHERE h.home_id <> i.home_id)
WHERE i.profile_id = $1 AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    AND i.home_id = ANY(ARRAY(SELECT h.home_id FROM homes h)) AND (SELECT count(*) FROM homes) = 2
