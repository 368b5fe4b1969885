-- What was shown before decisions that were about values ($2 kinds, $3 keys).
UPDATE customer_splits s SET first_name = NULL, last_name = NULL, primary_email = NULL, primary_phone = NULL
WHERE s.profile_id = $1 AND s.id = ANY(ARRAY(
    SELECT o.split_id FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT o.split_id FROM customer_split_values o
        WHERE o.profile_id = $1 AND o.kind = v.kind AND o.value_key = v.value_key
        OFFSET 0
    ) AS o
))
