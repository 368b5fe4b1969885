-- Browsers whose sign-in ended before $1, at most $2.
WITH old AS (
    SELECT id FROM web_sessions
    WHERE expires_at < $1 OR revoked_at < $1
    LIMIT $2
    FOR UPDATE SKIP LOCKED
),
removed AS (
    DELETE FROM web_sessions WHERE id IN (SELECT id FROM old) RETURNING id
)
SELECT count(*) AS removed FROM removed
