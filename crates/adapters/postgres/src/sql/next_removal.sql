-- What is to be removed at an instant ($1) and can be gone on with: what was under way when it was closed
-- has ended, and what nothing was found of is looked at once more. A workspace comes after its profiles.
SELECT d.workspace_id, d.profile_id, d.closed_at, d.removed_at
FROM deletions d
WHERE d.due_at <= $1
    AND (d.closed_at IS NULL OR d.closed_at <= $1 - interval '2 minutes')
    AND (d.removed_at IS NULL OR d.removed_at <= $1 - interval '2 minutes')
    AND (
        d.closed_at IS NULL
        OR d.profile_id <> '00000000-0000-0000-0000-000000000000'
        OR NOT EXISTS (
            SELECT FROM deletions p
            WHERE p.workspace_id = d.workspace_id AND p.profile_id <> d.profile_id
        )
    )
ORDER BY d.due_at, d.workspace_id, d.profile_id
LIMIT 1
FOR UPDATE OF d SKIP LOCKED
