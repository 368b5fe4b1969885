-- Which of the values ($2 kinds, $3 keys) changed hands.
DELETE FROM identifier_moves m
USING unnest($2::text[], $3::text[]) AS v(kind, value_key)
WHERE m.profile_id = $1 AND m.kind = v.kind AND m.value_key = v.value_key
