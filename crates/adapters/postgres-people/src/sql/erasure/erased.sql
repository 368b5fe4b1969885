-- Which of the hashes ($2) are of somebody who was forgotten.
SELECT v.hash, v.erased_at
FROM unnest($2::bytea[]) AS a(hash)
CROSS JOIN LATERAL (
    SELECT v.hash, v.erased_at FROM erased_values v
    WHERE v.profile_id = $1 AND v.hash = a.hash
    OFFSET 0
) AS v
