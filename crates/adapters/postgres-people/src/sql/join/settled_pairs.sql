UPDATE identifier_pairs p SET is_settled = true
FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS a(kind, value_key, other_kind, other_key)
WHERE p.profile_id = $1 AND p.kind = a.kind AND p.value_key = a.value_key
    AND p.other_kind = a.other_kind AND p.other_key = a.other_key
