-- Who was forgotten last, and the latest moment at which somebody was.
SELECT e.number, (
    SELECT max(l.erased_at) FROM erasures l WHERE l.profile_id = $1
) AS erased_at
FROM erasures e
WHERE e.profile_id = $1
ORDER BY e.number DESC
LIMIT 1
