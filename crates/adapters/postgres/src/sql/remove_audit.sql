-- Audit records of before $1, at most $2 of both tables together.
WITH old AS (
    (SELECT true AS of_profile, profile_id AS owner, id FROM audit_events
        WHERE occurred_at < $1 LIMIT $2)
    UNION ALL
    (SELECT false, workspace_id, id FROM workspace_audit_events WHERE occurred_at < $1 LIMIT $2)
    LIMIT $2
),
of_profiles AS (
    DELETE FROM audit_events a USING old
    WHERE old.of_profile AND a.profile_id = old.owner AND a.id = old.id
    RETURNING a.id
),
of_workspaces AS (
    DELETE FROM workspace_audit_events a USING old
    WHERE NOT old.of_profile AND a.workspace_id = old.owner AND a.id = old.id
    RETURNING a.id
)
SELECT (SELECT count(*) FROM of_profiles) + (SELECT count(*) FROM of_workspaces) AS removed
