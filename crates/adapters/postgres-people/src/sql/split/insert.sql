-- A decision ($2) that the customer $6 is two people, with what was shown of them.
INSERT INTO customer_splits (
    profile_id, id, decided_at, actor_kind, actor_id, customer_id, is_home_moved, first_name, last_name,
    primary_email, primary_phone, first_seen_at, last_seen_at
)
SELECT $1, $2, $3, $4, $5, c.id, $7, c.first_name, c.last_name, c.primary_email, c.primary_phone, c.first_seen_at,
    c.last_seen_at
FROM customers c
WHERE c.profile_id = $1 AND c.id = $6
