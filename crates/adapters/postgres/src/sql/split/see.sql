-- Customers ($2) are seen as what they hold was.
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT coalesce(min(i.first_seen_at), c.first_seen_at), coalesce(max(i.last_seen_at), c.last_seen_at)
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
)
WHERE c.profile_id = $1 AND c.id = ANY($2)
