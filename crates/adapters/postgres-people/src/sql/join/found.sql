-- Customers ($2) who are founded for values that others held ($3 kinds, $4 keys): seen as the value was.
INSERT INTO customers (profile_id, id, first_seen_at, last_seen_at, epoch)
SELECT $1, a.id, i.first_seen_at, i.last_seen_at, 1
FROM unnest($2::uuid[], $3::text[], $4::text[]) AS a(id, kind, value_key)
CROSS JOIN LATERAL (
    SELECT i.first_seen_at, i.last_seen_at FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
    OFFSET 0
) AS i
ORDER BY a.id
