-- The values ($2 kinds, $3 keys) that somebody holds alone are recipients from $4 on, unless they are. Whoever would forget
-- the holder waits, and of somebody who was forgotten there is no value any more.
INSERT INTO view_recipients (profile_id, id, subject_kind, subject_key, created_at)
SELECT $1, gen_random_uuid(), held.kind, held.value_key, $4
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key AND i.state = 'active'
    OFFSET 0
    FOR KEY SHARE
) AS held
ORDER BY held.kind, held.value_key
ON CONFLICT (profile_id, subject_kind, subject_key) WHERE revoked_at IS NULL DO NOTHING
