-- Customers ($3) of whom others ($2) have become an alias: seen as long as they, and called as they where
-- nothing is known, with a note of whose name that is.
UPDATE customers c SET (first_seen_at, last_seen_at, first_name, first_name_of, last_name, last_name_of) = (
    SELECT least(c.first_seen_at, min(d.first_seen_at)), greatest(c.last_seen_at, max(d.last_seen_at)),
        coalesce(c.first_name, (array_agg(d.first_name ORDER BY d.first_seen_at, d.id)
            FILTER (WHERE d.first_name IS NOT NULL))[1]),
        CASE WHEN c.first_name IS NOT NULL THEN c.first_name_of ELSE (array_agg(d.id ORDER BY d.first_seen_at, d.id)
            FILTER (WHERE d.first_name IS NOT NULL))[1] END,
        coalesce(c.last_name, (array_agg(d.last_name ORDER BY d.first_seen_at, d.id)
            FILTER (WHERE d.last_name IS NOT NULL))[1]),
        CASE WHEN c.last_name IS NOT NULL THEN c.last_name_of ELSE (array_agg(d.id ORDER BY d.first_seen_at, d.id)
            FILTER (WHERE d.last_name IS NOT NULL))[1] END
    FROM unnest($2::uuid[], $3::uuid[]) AS a(id, merged_into)
    CROSS JOIN LATERAL (
        SELECT d.id, d.first_seen_at, d.last_seen_at, d.first_name, d.last_name FROM customers d
        WHERE d.profile_id = $1 AND d.id = a.id
        OFFSET 0
    ) AS d
    WHERE a.merged_into = c.id
)
WHERE c.profile_id = $1 AND c.id = ANY($3)
