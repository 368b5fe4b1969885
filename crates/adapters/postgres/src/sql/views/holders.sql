-- Who holds each of the values ($2 kinds, $3 keys) alone.
SELECT i.customer_id, a.kind, a.value_key
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key AND i.state = 'active'
    OFFSET 0
) AS i
