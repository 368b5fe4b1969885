-- The account of issuer $5 with the address $3 is $1's $2 from now on, unless it is linked already.
INSERT INTO external_identities (issuer, subject, user_id, linked_at)
SELECT $1, $2, u.id, $4
FROM users u
WHERE u.issuer = $5 AND u.email_key = $3
ON CONFLICT DO NOTHING
