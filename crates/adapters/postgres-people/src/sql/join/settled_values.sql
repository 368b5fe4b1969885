-- Values ($2 kinds, $3 keys) are settled. Each is there, and found by its key whatever the planner knows of the table.
INSERT INTO identifiers (profile_id, kind, value_key, customer_id, state, first_seen_at, last_seen_at, is_settled)
SELECT DISTINCT $1, i.kind, i.value_key, i.customer_id, i.state, i.first_seen_at, i.last_seen_at, true
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key, i.customer_id, i.state, i.first_seen_at, i.last_seen_at
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
    OFFSET 0
) AS i
ON CONFLICT (profile_id, kind, value_key) DO UPDATE SET is_settled = excluded.is_settled
