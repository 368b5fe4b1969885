-- Where the days of results begin, when the profile was made, and the oldest change that is in no result yet. Marks
-- have ids in the order of time.
SELECT s.timezone, p.created_at, m.created_at AS oldest_change
FROM attribution_state s
JOIN profiles p ON p.id = $1
LEFT JOIN LATERAL (
    SELECT m.created_at FROM replay_marks m
    WHERE m.profile_id = $1 AND m.kind <> 'profile'
    ORDER BY m.id
    LIMIT 1
) AS m ON true
WHERE s.profile_id = $1
