-- When the profile was made, and the oldest change that is in no result yet. Marks have ids in the order of time.
SELECT p.created_at, m.created_at AS oldest_change
FROM profiles p
LEFT JOIN LATERAL (
    SELECT m.created_at FROM replay_marks m
    WHERE m.profile_id = $1 AND m.kind <> 'profile'
    ORDER BY m.id
    LIMIT 1
) AS m ON true
WHERE p.id = $1
