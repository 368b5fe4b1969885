-- With ids ($2) that become an alias ($3), or cease to be one, goes what names no person and was shown
-- first by whoever had the id.
UPDATE identifiers i SET customer_id = (
    SELECT coalesce(a.merged_into, a.id) FROM unnest($2::uuid[], $3::uuid[]) AS a(id, merged_into)
    WHERE a.id = i.home_id
)
WHERE i.profile_id = $1 AND i.home_id = ANY($2) AND i.kind = 'external_id'
