-- Values ($2 kinds, $3 keys) become somebody else's ($4), for which customer they were founded ($5, if it
-- is not stored), and several people's ($6). What is not given stays. Each is there, and found by its key whatever the
-- planner knows of the table; whose they are is held by whoever moves them.
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, first_seen_at, last_seen_at, home_id
)
SELECT $1, i.kind, i.value_key, coalesce(a.customer_id, i.customer_id),
    CASE WHEN a.is_shared THEN 'demoted' ELSE i.state END, i.first_seen_at, i.last_seen_at,
    coalesce(a.home_id, i.home_id)
FROM unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::boolean[])
    AS a(kind, value_key, customer_id, home_id, is_shared)
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key, i.customer_id, i.state, i.first_seen_at, i.last_seen_at, i.home_id
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
    OFFSET 0
) AS i
ON CONFLICT (profile_id, kind, value_key) DO UPDATE SET
    customer_id = excluded.customer_id, home_id = excluded.home_id, state = excluded.state
