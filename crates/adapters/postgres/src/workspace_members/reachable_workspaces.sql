-- $1: who. Owners and admins reach every profile of their workspace, members those assigned.
SELECT w.id AS workspace_id, w.name AS workspace_name, m.role,
       p.id AS profile_id, p.name AS profile_name
FROM memberships m
JOIN workspaces w ON w.id = m.workspace_id
LEFT JOIN profiles p ON p.workspace_id = m.workspace_id
    AND (m.role IN ('owner', 'admin')
         OR EXISTS (SELECT FROM profile_assignments a
                    WHERE a.profile_id = p.id AND a.user_id = m.user_id
                      AND a.workspace_id = m.workspace_id))
WHERE m.user_id = $1
ORDER BY lower(w.name), w.id, lower(p.name), p.id
LIMIT 1000
