-- Keys of senders that were to be forgotten before $1, at most $2.
WITH old AS (
    SELECT day FROM sender_keys WHERE forget_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
),
removed AS (
    DELETE FROM sender_keys WHERE day IN (SELECT day FROM old) RETURNING day
)
SELECT count(*) AS removed FROM removed
