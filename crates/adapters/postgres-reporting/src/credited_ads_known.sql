-- Which of the ids $2 are of advertisements in the catalogue, each by its own look-up in the index.
SELECT w.id AS ad_id
FROM unnest($2::text[]) AS w(id)
WHERE EXISTS (SELECT 1 FROM ads a WHERE a.profile_id = $1 AND a.ad_id = w.id)
