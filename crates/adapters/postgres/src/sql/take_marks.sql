-- Takes at most $2 marks of people of the profile ($1), the oldest first. They are
-- locked where they lie, and taken from there.
DELETE FROM replay_marks
WHERE profile_id = $1 AND ctid = ANY(ARRAY(
    SELECT ctid
    FROM replay_marks
    WHERE profile_id = $1 AND kind <> 'profile'
    ORDER BY id
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
RETURNING kind, target_id, cause, subject_id, actor_kind, actor_id
