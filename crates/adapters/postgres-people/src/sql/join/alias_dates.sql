-- Customers ($3) of whom others ($2) have become an alias are seen as long as they.
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT least(c.first_seen_at, min(d.first_seen_at)), greatest(c.last_seen_at, max(d.last_seen_at))
    FROM unnest($2::uuid[], $3::uuid[]) AS a(id, merged_into)
    CROSS JOIN LATERAL (
        SELECT d.first_seen_at, d.last_seen_at FROM customers d
        WHERE d.profile_id = $1 AND d.id = a.id
        OFFSET 0
    ) AS d
    WHERE a.merged_into = c.id
)
WHERE c.profile_id = $1 AND c.id = ANY($3)
