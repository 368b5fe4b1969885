-- Some tokens and codes that expired before $1. A code is kept for two months more, so that its
-- reuse still ends what it led to; a refresh token counts for two months, used or not.
WITH access AS (
    DELETE FROM access_tokens WHERE secret_hash IN (
        SELECT secret_hash FROM access_tokens WHERE expires_at < $1
        ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
    )
), refresh AS (
    DELETE FROM refresh_tokens WHERE secret_hash IN (
        SELECT secret_hash FROM refresh_tokens WHERE expires_at < $1
        ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
    )
)
DELETE FROM authorization_codes WHERE secret_hash IN (
    SELECT secret_hash FROM authorization_codes WHERE expires_at < $1 - interval '60 days'
    ORDER BY expires_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
