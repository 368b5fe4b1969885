-- Takes at most $2 events of the profile ($1), the oldest first.
DELETE FROM outbox
WHERE profile_id = $1 AND ctid = ANY(ARRAY(
    SELECT ctid
    FROM outbox
    WHERE profile_id = $1
    ORDER BY id
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
RETURNING id, event_type, provider, body, occurred_at
