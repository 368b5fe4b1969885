-- Browsers ($2) are stored under another id ($3) and name ($4).
WITH old AS (
    DELETE FROM visitors v WHERE v.profile_id = $1 AND v.id = ANY($2)
    RETURNING v.id, v.customer_id, v.is_shared, v.first_seen_at, v.over_limit
)
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at, over_limit)
SELECT $1, n.id, n.anonymous_id, old.customer_id, old.is_shared, old.first_seen_at, old.over_limit
FROM old
JOIN unnest($2::uuid[], $3::uuid[], $4::text[]) AS n(old_id, id, anonymous_id) ON n.old_id = old.id
