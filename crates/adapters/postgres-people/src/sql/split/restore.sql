-- The customer of a decision ($2) is seen as long as they were before and since, called as they were, and shown with what was
-- shown of them and is theirs.
UPDATE customers c SET
    first_seen_at = least(c.first_seen_at, s.first_seen_at),
    last_seen_at = greatest(c.last_seen_at, s.last_seen_at),
    first_name_of = CASE WHEN num_nonnulls(s.first_name, s.last_name) = 0 THEN c.first_name_of END,
    last_name_of = CASE WHEN num_nonnulls(s.first_name, s.last_name) = 0 THEN c.last_name_of END,
    first_name = CASE WHEN num_nonnulls(s.first_name, s.last_name) = 0 THEN c.first_name ELSE s.first_name END,
    last_name = CASE WHEN num_nonnulls(s.first_name, s.last_name) = 0 THEN c.last_name ELSE s.last_name END,
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
