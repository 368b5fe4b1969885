-- The customer of a decision ($2) is seen as long as they were before and since, and called and shown with what they were
-- called and shown with that is theirs.
UPDATE customers c SET
    first_seen_at = least(c.first_seen_at, s.first_seen_at),
    last_seen_at = greatest(c.last_seen_at, s.last_seen_at),
    first_name = CASE WHEN s.first_name = ANY(ARRAY(
        SELECT i.first_name FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.first_name IS NOT NULL
    )) THEN s.first_name ELSE c.first_name END,
    last_name = CASE WHEN s.last_name = ANY(ARRAY(
        SELECT i.last_name FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.last_name IS NOT NULL
    )) THEN s.last_name ELSE c.last_name END,
    primary_email = CASE WHEN convert_to(s.primary_email, 'UTF8') = ANY(ARRAY(
        SELECT i.display FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind = 'email'
    )) THEN s.primary_email ELSE c.primary_email END,
    primary_phone = CASE WHEN convert_to(s.primary_phone, 'UTF8') = ANY(ARRAY(
        SELECT i.display FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind = 'phone'
    )) THEN s.primary_phone ELSE c.primary_phone END
FROM customer_splits s
WHERE s.profile_id = $1 AND s.id = $2 AND c.profile_id = $1
    AND c.id = ANY(ARRAY(SELECT p.customer_id FROM customer_splits p WHERE p.profile_id = $1 AND p.id = $2))
