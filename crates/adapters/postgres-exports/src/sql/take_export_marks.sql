-- Takes at most $2 marks of the profile ($1) that nobody else takes.
DELETE FROM export_marks
WHERE profile_id = $1 AND ctid = ANY(ARRAY(
    SELECT ctid
    FROM export_marks
    WHERE profile_id = $1
    ORDER BY id
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
RETURNING event_id AS id
