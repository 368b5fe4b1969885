-- Both customers of a decision ($2) are seen as long as they were, and as what they hold was.
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT
        least(min(i.first_seen_at), CASE WHEN c.id = m.survivor_id THEN m.first_seen_at ELSE c.first_seen_at END),
        greatest(max(i.last_seen_at), CASE WHEN c.id = m.survivor_id THEN m.last_seen_at ELSE c.last_seen_at END)
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = c.id
        AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
)
FROM customer_merges m
WHERE c.profile_id = $1 AND c.id IN (m.survivor_id, m.merged_id) AND m.profile_id = $1 AND m.id = $2
