-- Customers ($2) are seen as what they hold was, and nobody longer than the customer was before the decision ($3): a value can
-- be told of on a browser without its holder being seen, and what is taken back must leave no trace.
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT coalesce(least(greatest(min(i.first_seen_at), s.first_seen_at), s.last_seen_at), c.first_seen_at),
        coalesce(greatest(least(max(i.last_seen_at), s.last_seen_at), s.first_seen_at), c.last_seen_at)
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
)
FROM customer_splits s
WHERE c.profile_id = $1 AND c.id = ANY($2) AND s.profile_id = $1 AND s.id = $3
