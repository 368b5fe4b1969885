-- All but the last ones of a person.
DELETE FROM known_browsers
WHERE user_id = $1 AND secret_hash IN (
    SELECT secret_hash FROM known_browsers
    WHERE user_id = $1
    ORDER BY remembered_at DESC, secret_hash
    OFFSET $2
)
