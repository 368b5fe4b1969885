-- Who was forgotten last, which is also when somebody was for the last time: moments never go back.
SELECT e.number, e.erased_at, e.has_keys
FROM erasures e
WHERE e.profile_id = $1
ORDER BY e.number DESC
LIMIT 1
