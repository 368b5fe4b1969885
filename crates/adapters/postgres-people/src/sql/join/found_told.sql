-- Founds a customer for each value ($2 kinds, $3 keys, $4 what is shown, $5 and $6 first and last seen)
-- that only browsers told and nobody holds.
WITH told AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, t.*
    FROM unnest($2::text[], $3::text[], $4::bytea[], $5::timestamptz[], $6::timestamptz[])
        AS t(kind, value_key, display, first_at, last_at)
),
founded AS (
    INSERT INTO customers (
        profile_id, id, first_seen_at, last_seen_at, primary_email, primary_phone, epoch
    )
    SELECT $1, id, first_at, last_at,
        CASE WHEN kind = 'email' THEN value_key END, CASE WHEN kind = 'phone' THEN value_key END, 1
    FROM told
)
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at, home_id,
    is_from_browser
)
SELECT $1, kind, value_key, id, 'active', display, first_at, last_at, id, true
FROM told
ORDER BY kind, value_key
ON CONFLICT DO NOTHING
RETURNING kind, value_key, customer_id
