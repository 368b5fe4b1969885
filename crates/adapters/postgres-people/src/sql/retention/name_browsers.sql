-- Browsers ($2) are stored under another id ($3) and name ($4), as met when they were.
WITH old AS (
    DELETE FROM visitors v WHERE v.profile_id = $1 AND v.id = ANY($2)
    RETURNING v.id, v.anonymous_id, v.first_seen_at, v.over_limit
),
noted AS (
    INSERT INTO forgotten_browsers (profile_id, visitor_id, anonymous_id, forgotten_at)
    SELECT $1, old.id, old.anonymous_id, $5 FROM old
    ON CONFLICT (profile_id, visitor_id) DO UPDATE SET forgotten_at = excluded.forgotten_at
)
INSERT INTO visitors (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at, over_limit)
SELECT $1, n.id, n.anonymous_id, NULL, false, old.first_seen_at, old.over_limit
FROM old
JOIN unnest($2::uuid[], $3::uuid[], $4::text[]) AS n(old_id, id, anonymous_id) ON n.old_id = old.id
