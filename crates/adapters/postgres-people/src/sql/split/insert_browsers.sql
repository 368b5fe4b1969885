INSERT INTO customer_split_browsers (profile_id, split_id, visitor_id)
SELECT $1, $2, unnest($3::uuid[])
