-- A decision ($2) that the customers $6 and $7 are one, remembered by the values $8, $9 and $10, $11.
INSERT INTO customer_merges (
    profile_id, id, decided_at, actor_kind, actor_id, survivor_id, merged_id, survivor_kind, survivor_key,
    merged_kind, merged_key, first_seen_at, last_seen_at
)
SELECT $1, $2, $3, $4, $5, c.id, $7, $8, $9, $10, $11, c.first_seen_at, c.last_seen_at
FROM customers c
WHERE c.profile_id = $1 AND c.id = $6
