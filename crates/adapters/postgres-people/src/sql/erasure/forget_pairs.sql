-- What events named together with values ($2 kinds, $3 keys) less trusted than those.
DELETE FROM identifier_pairs p
USING unnest($2::text[], $3::text[]) AS v(kind, value_key)
WHERE p.profile_id = $1 AND p.kind = v.kind AND p.value_key = v.value_key
