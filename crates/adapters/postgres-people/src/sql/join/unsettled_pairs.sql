-- At most $2 pairs that nobody has looked at. None while pairs of before are being collected.
SELECT p.kind, p.value_key, p.other_kind, p.other_key, p.fact_id
FROM identifier_pairs p
WHERE p.profile_id = $1 AND NOT p.is_settled
    AND NOT EXISTS (SELECT FROM identity_rederivations r WHERE r.profile_id = $1)
LIMIT $2
