-- What decisions say of values ($2 kinds, $3 keys) is nobody's any more.
DELETE FROM customer_split_values s
USING unnest($2::text[], $3::text[]) AS v(kind, value_key)
WHERE s.profile_id = $1 AND s.kind = v.kind AND s.value_key = v.value_key
