-- Which of the ids $2, in lower case, are in the catalogue, whatever the case there.
SELECT DISTINCT lower(a.ad_id) AS ad_id
FROM ads a
WHERE a.profile_id = $1 AND lower(a.ad_id) = ANY($2)
