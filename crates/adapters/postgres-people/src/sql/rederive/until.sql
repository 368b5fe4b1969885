-- The last of the next $3 facts after $2, and how many there are.
SELECT f.id, count(*) OVER () AS facts
FROM (SELECT e.id FROM outcome_events e WHERE e.profile_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3) AS f
ORDER BY f.id DESC LIMIT 1
