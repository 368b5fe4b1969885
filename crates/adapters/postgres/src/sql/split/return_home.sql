-- Two customers of a decision ($2) whose id became another value's have each other's values again.
UPDATE identifiers i SET home_id = CASE WHEN i.home_id = s.customer_id THEN s.parted_id ELSE s.customer_id END
FROM customer_splits s
WHERE s.profile_id = $1 AND s.id = $2 AND s.is_home_moved
    AND i.profile_id = $1 AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    AND i.home_id = ANY(ARRAY(
        SELECT unnest(ARRAY[p.customer_id, p.parted_id]) FROM customer_splits p WHERE p.profile_id = $1 AND p.id = $2
    ))
