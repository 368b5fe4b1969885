-- Browsers that are one of these customers' ($2) at some time, and those that went away from one of them, or from one who
-- leads to them, by a decision that stands.
SELECT v.id, bool_or(v.is_own) AS is_own
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT v.id, true AS is_own FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = a.id
    UNION ALL
    SELECT s.visitor_id, true FROM visitor_segments s WHERE s.profile_id = $1 AND s.customer_id = a.id
    UNION ALL
    SELECT b.visitor_id, false
    FROM (
        SELECT a.id
        UNION ALL
        SELECT c.id FROM customers c WHERE c.profile_id = $1 AND c.merged_into = a.id
    ) AS c
    CROSS JOIN LATERAL (
        SELECT s.id FROM customer_splits s
        WHERE s.profile_id = $1 AND s.customer_id = c.id AND s.undone_at IS NULL
        OFFSET 0
    ) AS s
    CROSS JOIN LATERAL (
        SELECT b.visitor_id FROM customer_split_browsers b WHERE b.profile_id = $1 AND b.split_id = s.id OFFSET 0
    ) AS b
    OFFSET 0
) AS v
GROUP BY v.id
