-- What a customer ($2) holds; of a national id the key alone.
SELECT to_jsonb(i) - ARRAY['profile_id', 'display', 'home_id', 'is_settled'] AS held
FROM identifiers i
WHERE i.profile_id = $1 AND i.customer_id = $2
ORDER BY i.kind, i.value_key
