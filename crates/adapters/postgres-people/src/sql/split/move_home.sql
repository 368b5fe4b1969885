-- A customer's id ($2) is that of another value ($5 kind, $6 key) from now on; the one for which it was founded ($3, $4, if
-- there is one) gets the id of that.
WITH other AS MATERIALIZED (
    SELECT i.home_id FROM identifiers i WHERE i.profile_id = $1 AND i.kind = $5 AND i.value_key = $6
)
UPDATE identifiers i SET
    home_id = CASE WHEN i.kind = $5 AND i.value_key = $6 THEN $2 ELSE (SELECT o.home_id FROM other o) END
WHERE i.profile_id = $1 AND (i.kind = $3 AND i.value_key = $4 OR i.kind = $5 AND i.value_key = $6)
