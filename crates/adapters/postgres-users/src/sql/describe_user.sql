-- What $1 is called and reached by now: $2, and $3 (looked up by $4) unless another person of the
-- issuer has that address.
UPDATE users u
SET name = $2,
    email = CASE WHEN t.is_taken THEN u.email ELSE $3 END,
    email_key = CASE WHEN t.is_taken THEN u.email_key ELSE $4 END
FROM (
    SELECT EXISTS (
        SELECT 1 FROM users o JOIN users me ON me.id = $1 AND o.issuer = me.issuer
        WHERE o.email_key = $4 AND o.id <> $1
    ) AS is_taken
) t
WHERE u.id = $1 AND (u.name <> $2 OR (NOT t.is_taken AND u.email IS DISTINCT FROM $3))
