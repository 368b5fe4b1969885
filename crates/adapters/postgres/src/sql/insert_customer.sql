INSERT INTO customers (
    profile_id, id, first_seen_at, last_seen_at, first_name, last_name, primary_email,
    primary_phone
) VALUES ($1, $2, $3, $3, $4, $5, $6, $7)
