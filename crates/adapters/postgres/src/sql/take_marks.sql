-- Takes at most $3 marks of people of the profile ($2) in its bucket ($1), the oldest first. They are
-- locked where they lie, and taken from there.
DELETE FROM replay_marks
WHERE ctid = ANY(ARRAY(
    SELECT ctid
    FROM replay_marks
    WHERE bucket = $1 AND profile_id = $2 AND kind <> 'profile'
    ORDER BY id
    LIMIT $3
    FOR UPDATE SKIP LOCKED
))
RETURNING kind, target_id, cause, subject_id, actor_kind, actor_id
