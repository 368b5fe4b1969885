-- Both customers of a decision ($2) are seen as long as they were. Where the survivor was seen at other times since
-- they were one, what each of the two holds says until when.
WITH decided AS MATERIALIZED (
    SELECT m.survivor_id, m.merged_id, m.first_seen_at, m.last_seen_at,
        s.first_seen_at <> least(m.first_seen_at, o.first_seen_at) AS is_earlier,
        s.last_seen_at <> greatest(m.last_seen_at, o.last_seen_at) AS is_later
    FROM customer_merges m
    CROSS JOIN LATERAL (
        SELECT c.first_seen_at, c.last_seen_at FROM customers c WHERE c.profile_id = $1 AND c.id = m.survivor_id OFFSET 0
    ) AS s
    CROSS JOIN LATERAL (
        SELECT c.first_seen_at, c.last_seen_at FROM customers c WHERE c.profile_id = $1 AND c.id = m.merged_id OFFSET 0
    ) AS o
    WHERE m.profile_id = $1 AND m.id = $2
)
UPDATE customers c SET (first_seen_at, last_seen_at) = (
    SELECT
        least(
            CASE WHEN c.id = d.survivor_id THEN d.first_seen_at ELSE c.first_seen_at END,
            min(i.first_seen_at) FILTER (WHERE d.is_earlier)
        ),
        greatest(
            CASE WHEN c.id = d.survivor_id THEN d.last_seen_at ELSE c.last_seen_at END,
            max(i.last_seen_at) FILTER (WHERE d.is_later)
        )
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = c.id
        AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
)
FROM decided d
WHERE c.profile_id = $1
    AND c.id = ANY(ARRAY(SELECT unnest(ARRAY[p.survivor_id, p.merged_id]) FROM decided p))
