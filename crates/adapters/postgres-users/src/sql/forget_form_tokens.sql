-- Some form tokens that nobody used; others of the same kind of request take the rest.
DELETE FROM form_tokens
WHERE secret_hash IN (
    SELECT secret_hash FROM form_tokens WHERE expires_at < $1
    ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
