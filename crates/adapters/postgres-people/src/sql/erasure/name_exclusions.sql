-- Rules that leave out browsers ($2) by their names go by the new ones ($3).
UPDATE tracking_exclusions x SET anonymous_ids = ARRAY(
    SELECT coalesce(b.new_name, a.name)
    FROM unnest(x.anonymous_ids) WITH ORDINALITY AS a(name, place)
    LEFT JOIN unnest($2::text[], $3::text[]) AS b(old_name, new_name) ON b.old_name = a.name
    ORDER BY a.place
)
WHERE x.profile_id = $1 AND x.anonymous_ids && $2::text[]
