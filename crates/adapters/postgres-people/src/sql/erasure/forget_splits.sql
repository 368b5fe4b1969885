-- What was shown before decisions, of customers ($2) and of whoever was one with them then.
UPDATE customer_splits s SET first_name = NULL, last_name = NULL, primary_email = NULL, primary_phone = NULL
WHERE s.profile_id = $1 AND s.id = ANY(ARRAY(
    SELECT o.id FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT o.id FROM customer_splits o WHERE o.profile_id = $1 AND o.customer_id = a.id
        UNION ALL
        SELECT o.id FROM customer_splits o WHERE o.profile_id = $1 AND o.parted_id = a.id
    ) AS o
))
