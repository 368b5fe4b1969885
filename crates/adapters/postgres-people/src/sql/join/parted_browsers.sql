-- On which of the browsers ($2) somebody is somebody else, by decisions that stand, in their order: whoever goes on, and
-- whoever has what went away, and what stayed then.
SELECT b.visitor_id AS browser, coalesce(c.merged_into, c.id) AS customer, h.holder AS parted,
    ARRAY(
        SELECT v.kind FROM customer_split_values v
        WHERE v.profile_id = $1 AND v.split_id = s.id AND NOT v.is_away ORDER BY v.kind, v.value_key
    ) AS kinds,
    ARRAY(
        SELECT v.value_key FROM customer_split_values v
        WHERE v.profile_id = $1 AND v.split_id = s.id AND NOT v.is_away ORDER BY v.kind, v.value_key
    ) AS keys
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT b.visitor_id, b.split_id FROM customer_split_browsers b
    WHERE b.profile_id = $1 AND b.visitor_id = a.id
    OFFSET 0
) AS b
CROSS JOIN LATERAL (
    SELECT s.id, s.customer_id FROM customer_splits s
    WHERE s.profile_id = $1 AND s.id = b.split_id AND s.undone_at IS NULL
    OFFSET 0
) AS s
CROSS JOIN LATERAL (
    SELECT c.id, c.merged_into FROM customers c WHERE c.profile_id = $1 AND c.id = s.customer_id OFFSET 0
) AS c
CROSS JOIN LATERAL (
    SELECT i.customer_id AS holder
    FROM customer_split_values v
    CROSS JOIN LATERAL (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = v.kind AND i.value_key = v.value_key
        OFFSET 0
    ) AS i
    WHERE v.profile_id = $1 AND v.split_id = s.id AND v.is_away
    ORDER BY v.was_shared, v.kind, v.value_key
    LIMIT 1
) AS h
ORDER BY s.id
