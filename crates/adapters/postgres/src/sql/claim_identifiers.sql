INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at
)
SELECT $1, r.kind, r.value_key, $2, 'active', r.display::bytea, $3, $3
FROM jsonb_to_recordset($4) AS r(kind text, value_key text, display text)
ORDER BY r.kind, r.value_key
ON CONFLICT DO NOTHING
