-- A person, one row for each profile that they reach and for each workspace in which they reach none.
SELECT
    person.name AS person,
    workspace.id AS workspace_id,
    workspace.name AS workspace,
    membership.role,
    profile.id AS profile_id,
    profile.name AS profile,
    profile.currency,
    profile.timezone,
    profile.scopes
FROM users AS person
LEFT JOIN memberships AS membership ON membership.user_id = person.id
LEFT JOIN workspaces AS workspace ON workspace.id = membership.workspace_id
LEFT JOIN LATERAL (
    SELECT candidate.id, candidate.name, candidate.currency, candidate.timezone, assignment.scopes
    FROM profiles AS candidate
    LEFT JOIN profile_assignments AS assignment
        ON assignment.profile_id = candidate.id
        AND assignment.user_id = person.id
        AND assignment.workspace_id = candidate.workspace_id
    WHERE candidate.workspace_id = workspace.id
        AND (membership.role IN ('owner', 'admin') OR assignment.user_id IS NOT NULL)
) AS profile ON true
WHERE person.id = $1
ORDER BY workspace.name, workspace.id, profile.name, profile.id
LIMIT $2
