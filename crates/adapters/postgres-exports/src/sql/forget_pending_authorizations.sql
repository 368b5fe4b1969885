-- Some that nobody came back for; others of the same kind of request take the rest.
DELETE FROM pending_authorizations
WHERE secret_hash IN (
    SELECT secret_hash FROM pending_authorizations WHERE expires_at < $1
    ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
