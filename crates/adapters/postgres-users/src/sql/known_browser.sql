SELECT EXISTS (
    SELECT FROM known_browsers k
    JOIN users u ON u.id = k.user_id
    WHERE k.secret_hash = $1 AND u.issuer = $2 AND u.email_key = $3
        AND k.remembered_at > now() - make_interval(days => $4)
) AS known
