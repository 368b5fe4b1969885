-- What of a workspace ($1) was to be deleted ($2, the nil UUID is all of it) is gone since $3.
WITH gone AS (
    DELETE FROM deletions WHERE workspace_id = $1 AND profile_id = $2
    RETURNING requested_at, actor_kind, actor_id
)
INSERT INTO workspace_audit_events (
    workspace_id, id, occurred_at, action, actor_kind, actor_id, subject_id, detail
)
SELECT $1, gen_random_uuid(), $3,
    CASE WHEN $2 = '00000000-0000-0000-0000-000000000000' THEN 'workspace.deleted' ELSE 'profile.deleted' END,
    actor_kind, actor_id,
    CASE WHEN $2 = '00000000-0000-0000-0000-000000000000' THEN $1 ELSE $2 END,
    jsonb_build_object('requested_at', requested_at)
FROM gone
