-- Which values are several people's follows from pairs from now on.
UPDATE identifiers SET state = 'active' WHERE profile_id = $1 AND state = 'demoted'
