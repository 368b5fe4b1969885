-- Whether any advertisement is known.
SELECT EXISTS (SELECT 1 FROM ads a WHERE a.profile_id = $1) AS has_catalogue
