-- Ids ($2) become an alias of another ($3), or cease to be one.
UPDATE customers c SET merged_into = (
    SELECT a.merged_into FROM unnest($2::uuid[], $3::uuid[]) AS a(id, merged_into) WHERE a.id = c.id
)
WHERE c.profile_id = $1 AND c.id = ANY($2)
