-- What is shown of customers ($2) where nothing was: $3 and $4.
UPDATE customers c SET
    primary_email = coalesce(c.primary_email, f.primary_email),
    primary_phone = coalesce(c.primary_phone, f.primary_phone)
FROM unnest($2::uuid[], $3::text[], $4::text[]) AS f(id, primary_email, primary_phone)
WHERE c.profile_id = $1 AND c.id = f.id AND c.merged_into IS NULL
