-- Where the days of results begin, and whether any advertisement is known.
SELECT s.timezone, EXISTS (SELECT 1 FROM ads a WHERE a.profile_id = $1) AS has_catalogue
FROM attribution_state s
WHERE s.profile_id = $1
