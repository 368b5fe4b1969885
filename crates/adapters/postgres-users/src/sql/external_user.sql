-- Whom the issuer $1 calls $2: somebody who was linked, or who came through it from the start.
SELECT u.id, u.issuer, u.subject, u.name, u.email, u.email_key, u.password_hash, u.created_at,
    u.is_vouched
FROM users u
WHERE u.id = COALESCE(
    (SELECT e.user_id FROM external_identities e WHERE e.issuer = $1 AND e.subject = $2),
    (SELECT p.id FROM users p WHERE p.issuer = $1 AND p.subject = $2)
)
