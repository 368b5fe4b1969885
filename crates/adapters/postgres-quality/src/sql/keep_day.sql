INSERT INTO quality_days (profile_id, local_date, category, touches, cash)
SELECT $1, $2, found.category, found.touches, found.cash
FROM unnest($3::text[], $4::bigint[], $5::numeric[]) AS found(category, touches, cash)
