-- Values ($2 kinds, $3 keys) become somebody else's ($4), for which customer they were founded ($5, if it
-- is not stored), and several people's ($6). What is not given stays.
UPDATE identifiers i SET
    customer_id = coalesce(a.customer_id, i.customer_id),
    home_id = coalesce(a.home_id, i.home_id),
    state = CASE WHEN a.is_shared THEN 'demoted' ELSE i.state END
FROM unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::boolean[])
    AS a(kind, value_key, customer_id, home_id, is_shared)
WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key
