-- And more trusted ones.
DELETE FROM identifier_pairs p
USING unnest($2::text[], $3::text[]) AS v(kind, value_key)
WHERE p.profile_id = $1 AND p.other_kind = v.kind AND p.other_key = v.value_key
