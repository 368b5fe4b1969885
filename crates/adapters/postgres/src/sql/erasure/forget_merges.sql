-- Decisions by values ($2 kinds, $3 keys) are remembered by what stands for the person ($4 kind, $5 key).
UPDATE customer_merges m SET
    survivor_kind = CASE WHEN s.kind IS NULL THEN m.survivor_kind ELSE $4 END,
    survivor_key = CASE WHEN s.kind IS NULL THEN m.survivor_key ELSE $5 END,
    merged_kind = CASE WHEN o.kind IS NULL THEN m.merged_kind ELSE $4 END,
    merged_key = CASE WHEN o.kind IS NULL THEN m.merged_key ELSE $5 END
FROM customer_merges n
LEFT JOIN unnest($2::text[], $3::text[]) AS s(kind, value_key)
    ON s.kind = n.survivor_kind AND s.value_key = n.survivor_key
LEFT JOIN unnest($2::text[], $3::text[]) AS o(kind, value_key)
    ON o.kind = n.merged_kind AND o.value_key = n.merged_key
WHERE m.profile_id = $1 AND n.profile_id = $1 AND n.id = m.id
    AND (s.kind IS NOT NULL OR o.kind IS NOT NULL)
