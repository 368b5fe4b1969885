-- Customers ($2) are seen as what they hold was, and no longer than the customer of the decision ($3) was: what a browser
-- tells moves values, and is no sight of whose they are. So taking it back finds the span of before.
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT least(greatest(coalesce(min(i.first_seen_at), c.first_seen_at), s.first_seen_at), s.last_seen_at),
        greatest(least(coalesce(max(i.last_seen_at), c.last_seen_at), s.last_seen_at), s.first_seen_at)
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
)
FROM customer_splits s
WHERE s.profile_id = $1 AND s.id = $3 AND c.profile_id = $1 AND c.id = ANY($2)
