-- Browsers that are one of these customers' ($2) at some time, and those of decisions that stand and may concern them: about
-- them, about who leads to them, and about those of whom they were made.
WITH RECURSIVE concerned (id) AS (
    SELECT a.id FROM unnest($2::uuid[]) AS a(id)
    UNION
    SELECT n.id
    FROM concerned o
    CROSS JOIN LATERAL (
        SELECT c.id FROM customers c WHERE c.profile_id = $1 AND c.merged_into = o.id
        UNION ALL
        SELECT s.customer_id FROM customer_splits s
        WHERE s.profile_id = $1 AND s.parted_id = o.id AND s.undone_at IS NULL
        OFFSET 0
    ) AS n
)
SELECT v.id, bool_or(v.is_own) AS is_own
FROM (
    SELECT v.id, true AS is_own
    FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = a.id
        UNION ALL
        SELECT s.visitor_id FROM visitor_segments s WHERE s.profile_id = $1 AND s.customer_id = a.id
        OFFSET 0
    ) AS v
    UNION ALL
    SELECT b.visitor_id, false
    FROM concerned o
    CROSS JOIN LATERAL (
        SELECT s.id FROM customer_splits s
        WHERE s.profile_id = $1 AND s.customer_id = o.id AND s.undone_at IS NULL
        OFFSET 0
    ) AS s
    CROSS JOIN LATERAL (
        SELECT b.visitor_id FROM customer_split_browsers b WHERE b.profile_id = $1 AND b.split_id = s.id OFFSET 0
    ) AS b
) AS v
GROUP BY v.id
