SELECT concat_ws(' ', 'held under an alias', i.kind, i.value_key) AS line
FROM identifiers i JOIN customers c ON c.profile_id = $1 AND c.id = i.customer_id
WHERE i.profile_id = $1 AND c.merged_into IS NOT NULL;
SELECT concat_ws(' ', 'an id that leads elsewhere', i.kind, i.value_key) AS line
FROM identifiers i JOIN customers c ON c.profile_id = $1 AND c.id = i.home_id
WHERE i.profile_id = $1 AND coalesce(c.merged_into, c.id) <> i.customer_id;
SELECT concat_ws(' ', 'a chain of aliases', c.id) AS line
FROM customers c JOIN customers d ON d.profile_id = $1 AND d.id = c.merged_into
WHERE c.profile_id = $1 AND d.merged_into IS NOT NULL;
SELECT concat_ws(' ', 'a browser of an alias', v.anonymous_id) AS line
FROM visitors v JOIN customers c ON c.profile_id = $1 AND c.id = v.customer_id
WHERE v.profile_id = $1 AND c.merged_into IS NOT NULL;
SELECT concat_ws(' ', 'shown but not held', c.primary_email, c.primary_phone) AS line
FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL AND (
    (c.primary_email IS NOT NULL AND NOT EXISTS (
        SELECT FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = c.id
            AND i.kind = 'email' AND i.value_key = c.primary_email))
    OR (c.primary_phone IS NOT NULL AND NOT EXISTS (
        SELECT FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = c.id
            AND i.kind = 'phone' AND i.value_key = c.primary_phone))
);
SELECT concat_ws(' ', 'left unsettled', p.value_key, p.other_key) AS line
FROM identifier_pairs p WHERE p.profile_id = $1 AND NOT p.is_settled
