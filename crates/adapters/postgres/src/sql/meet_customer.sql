-- A known customer ($1 the profile, $2 its id) is seen at $3. $4 to $7 go where it has nothing. It
-- takes values ($8 kinds, $9 keys, $10 what is shown of them) and showed others again ($11 kinds,
-- $12 keys). As many rows as were free. What would not change is left alone.
WITH seen AS (
    UPDATE customers SET
        first_seen_at = least(first_seen_at, $3),
        last_seen_at = greatest(last_seen_at, $3),
        first_name = coalesce(first_name, $4),
        last_name = coalesce(last_name, $5),
        primary_email = coalesce(primary_email, $6),
        primary_phone = coalesce(primary_phone, $7)
    WHERE profile_id = $1 AND id = $2
        AND ($3 < first_seen_at OR $3 > last_seen_at
            OR (first_name IS NULL AND $4::text IS NOT NULL)
            OR (last_name IS NULL AND $5::text IS NOT NULL)
            OR (primary_email IS NULL AND $6::text IS NOT NULL)
            OR (primary_phone IS NULL AND $7::text IS NOT NULL))
),
confirmed AS (
    UPDATE identifiers SET
        first_seen_at = least(identifiers.first_seen_at, $3),
        last_seen_at = greatest(identifiers.last_seen_at, $3)
    FROM unnest($11::text[], $12::text[]) AS t(kind, value_key)
    WHERE identifiers.profile_id = $1 AND identifiers.kind = t.kind
        AND identifiers.value_key = t.value_key
        AND ($3 < identifiers.first_seen_at OR $3 > identifiers.last_seen_at)
)
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at
)
SELECT $1, r.kind, r.value_key, $2, 'active', r.display, $3, $3
FROM unnest($8::text[], $9::text[], $10::bytea[]) AS r(kind, value_key, display)
ORDER BY r.kind, r.value_key
ON CONFLICT DO NOTHING
