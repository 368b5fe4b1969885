-- What was decided of the values ($2 kinds, $3 keys) and stands.
SELECT m.id, m.survivor_kind AS kind, m.survivor_key AS value_key, m.merged_kind AS other_kind,
    m.merged_key AS other_key
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT m.id, m.survivor_kind, m.survivor_key, m.merged_kind, m.merged_key FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL
        AND m.survivor_kind = a.kind AND m.survivor_key = a.value_key
    UNION ALL
    SELECT m.id, m.survivor_kind, m.survivor_key, m.merged_kind, m.merged_key FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL
        AND m.merged_kind = a.kind AND m.merged_key = a.value_key
    OFFSET 0
) AS m
-- Both values of somebody who was forgotten are one.
WHERE (m.survivor_kind, m.survivor_key) <> (m.merged_kind, m.merged_key)
