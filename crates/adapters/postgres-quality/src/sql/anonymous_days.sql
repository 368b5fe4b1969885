-- Page views without an id on the days from $2 to $3.
SELECT v.local_date, v.signature_id, v.views
FROM anonymous_views v
WHERE v.profile_id = $1 AND v.local_date BETWEEN $2 AND $3
