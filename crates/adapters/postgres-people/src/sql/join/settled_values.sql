UPDATE identifiers i SET is_settled = true
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
