UPDATE identifiers SET
    first_seen_at = least(first_seen_at, $2),
    last_seen_at = greatest(last_seen_at, $2)
FROM unnest($3::text[], $4::text[]) AS t(kind, value_key)
WHERE identifiers.profile_id = $1 AND identifiers.kind = t.kind
    AND identifiers.value_key = t.value_key
