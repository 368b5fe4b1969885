-- A new customer ($1 the profile, $2 its id, $3 when it was seen, $4 to $7 what it is called) and the
-- values that it takes ($8 kinds, $9 keys, $10 what is shown of them). As many rows as were free.
WITH founded AS (
    INSERT INTO customers (
        profile_id, id, first_seen_at, last_seen_at, first_name, last_name, primary_email,
        primary_phone
    ) VALUES ($1, $2, $3, $3, $4, $5, $6, $7)
)
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at
)
SELECT $1, r.kind, r.value_key, $2, 'active', r.display, $3, $3
FROM unnest($8::text[], $9::text[], $10::bytea[]) AS r(kind, value_key, display)
ORDER BY r.kind, r.value_key
ON CONFLICT DO NOTHING
