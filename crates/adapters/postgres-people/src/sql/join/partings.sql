-- How people parted the values ($2 kinds, $3 keys), as far as that stands, with all that such a decision names.
SELECT v.split_id, v.kind, v.value_key, v.is_away, v.was_shared
FROM (
    SELECT DISTINCT s.split_id
    FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT s.split_id FROM customer_split_values s
        WHERE s.profile_id = $1 AND s.kind = a.kind AND s.value_key = a.value_key
        OFFSET 0
    ) AS s
) AS n
CROSS JOIN LATERAL (
    SELECT s.id FROM customer_splits s
    WHERE s.profile_id = $1 AND s.id = n.split_id AND s.undone_at IS NULL
    OFFSET 0
) AS s
CROSS JOIN LATERAL (
    SELECT v.split_id, v.kind, v.value_key, v.is_away, v.was_shared FROM customer_split_values v
    WHERE v.profile_id = $1 AND v.split_id = s.id
    OFFSET 0
) AS v
