-- Some sign-ins that nobody came back from; others of the same kind of request take the rest.
DELETE FROM pending_sign_ins
WHERE state_hash IN (
    SELECT state_hash FROM pending_sign_ins WHERE expires_at < $1
    ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
