-- The time zone of what readers see, and whether views are to take credit.
SELECT s.timezone, p.credits_views
FROM attribution_state s
JOIN profiles p ON p.id = s.profile_id
WHERE s.profile_id = $1
