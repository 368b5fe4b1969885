INSERT INTO customer_split_values (profile_id, split_id, kind, value_key, is_away, was_shared)
SELECT $1, $2, a.kind, a.value_key, a.is_away, a.was_shared
FROM unnest($3::text[], $4::text[], $5::boolean[], $6::boolean[]) AS a(kind, value_key, is_away, was_shared)
