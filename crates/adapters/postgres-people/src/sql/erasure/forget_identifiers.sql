-- A customer ($2) holds nothing but what stands for them ($3 kind, $4 key, $5 what is shown of it).
WITH gone AS (
    DELETE FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = $2
)
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at, home_id, is_settled,
    is_from_server
)
SELECT $1, $3, $4, c.id, 'active', $5, c.first_seen_at, c.last_seen_at, c.id, true, true
FROM customers c
WHERE c.profile_id = $1 AND c.id = $2
