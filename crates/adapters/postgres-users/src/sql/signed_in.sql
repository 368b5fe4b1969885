-- Who is signed in with the cookie whose hash is $1, at $2.
SELECT s.id AS session_id, u.id AS user_id, u.name, u.email,
       u.password_hash IS NOT NULL AS has_password
FROM web_sessions s
JOIN users u ON u.id = s.user_id
WHERE s.secret_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
