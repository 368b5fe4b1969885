-- Profiles with customers that nobody looked at, or whose last pass ended before $1, at most $2: those that are furthest
-- behind, so that many who are never idle keep nobody else waiting.
SELECT p.id AS profile_id
FROM profiles p
LEFT JOIN proposal_scans s ON s.profile_id = p.id
WHERE s.finished_at < $1
    OR (s.profile_id IS NOT NULL AND s.finished_at IS NULL)
    OR EXISTS (SELECT FROM proposal_waiting w WHERE w.profile_id = p.id)
    OR EXISTS (
        SELECT FROM customers c
        WHERE c.profile_id = p.id
            AND c.id > coalesce(s.after_id, '00000000-0000-0000-0000-000000000000')
    )
ORDER BY s.after_id NULLS FIRST, p.id
LIMIT $2
