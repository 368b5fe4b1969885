-- Decisions by values ($2 kinds, $3 keys) are remembered by what stands for the person ($4 kind, $5 key).
WITH v AS MATERIALIZED (
    SELECT v.kind, v.value_key FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
)
UPDATE customer_merges m SET
    (survivor_kind, survivor_key) = (
        SELECT CASE WHEN is_theirs THEN $4 ELSE m.survivor_kind END, CASE WHEN is_theirs THEN $5 ELSE m.survivor_key END
        FROM (SELECT (m.survivor_kind, m.survivor_key) IN (SELECT v.kind, v.value_key FROM v)) AS s(is_theirs)
    ),
    (merged_kind, merged_key) = (
        SELECT CASE WHEN is_theirs THEN $4 ELSE m.merged_kind END, CASE WHEN is_theirs THEN $5 ELSE m.merged_key END
        FROM (SELECT (m.merged_kind, m.merged_key) IN (SELECT v.kind, v.value_key FROM v)) AS s(is_theirs)
    )
WHERE m.profile_id = $1 AND (
    (m.survivor_kind, m.survivor_key) IN (SELECT v.kind, v.value_key FROM v)
    OR (m.merged_kind, m.merged_key) IN (SELECT v.kind, v.value_key FROM v)
)
