UPDATE customers SET
    first_seen_at = least(first_seen_at, $3),
    last_seen_at = greatest(last_seen_at, $3),
    first_name = coalesce(first_name, $4),
    last_name = coalesce(last_name, $5),
    primary_email = coalesce(primary_email, $6),
    primary_phone = coalesce(primary_phone, $7)
WHERE profile_id = $1 AND id = $2
