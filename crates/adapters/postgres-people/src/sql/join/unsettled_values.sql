-- At most $2 values that are to be looked at. None while pairs of before are being collected.
SELECT i.kind, i.value_key
FROM identifiers i
WHERE i.profile_id = $1 AND NOT i.is_settled
    AND NOT EXISTS (SELECT FROM identity_rederivations r WHERE r.profile_id = $1)
LIMIT $2
