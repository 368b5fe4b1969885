-- On which of the browsers ($2) somebody is somebody else, by decisions that stand, in their order: whoever goes on (whom
-- they lead to, and who was made of them since), and whoever has what went away. Where these two are one again, a
-- decision says nothing. While one is being decided it does not say yet who has what goes away: that is whose the value is
-- which names them best.
WITH RECURSIVE undecided AS MATERIALIZED (
    SELECT s.id, h.holder
    FROM customer_splits s
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
    WHERE s.profile_id = $1 AND s.parted_id IS NULL
), decisions AS MATERIALIZED (
    SELECT b.visitor_id, s.id, s.customer_id,
        coalesce(s.parted_id, (SELECT u.holder FROM undecided u WHERE u.id = s.id)) AS parted_id
    FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT b.visitor_id, b.split_id FROM customer_split_browsers b
        WHERE b.profile_id = $1 AND b.visitor_id = a.id
        OFFSET 0
    ) AS b
    CROSS JOIN LATERAL (
        SELECT s.id, s.customer_id, s.parted_id FROM customer_splits s
        WHERE s.profile_id = $1 AND s.id = b.split_id AND s.undone_at IS NULL
        OFFSET 0
    ) AS s
), going_on (split_id, id) AS (
    SELECT d.id, d.customer_id FROM decisions d
    UNION
    SELECT g.split_id, n.id
    FROM going_on g
    CROSS JOIN LATERAL (
        SELECT c.merged_into AS id FROM customers c
        WHERE c.profile_id = $1 AND c.id = g.id AND c.merged_into IS NOT NULL
        UNION ALL
        SELECT coalesce(s.parted_id, (SELECT u.holder FROM undecided u WHERE u.id = s.id)) FROM customer_splits s
        WHERE s.profile_id = $1 AND s.customer_id = g.id AND s.id > g.split_id AND s.undone_at IS NULL
        OFFSET 0
    ) AS n
)
SELECT d.visitor_id AS browser, p.id AS parted, ARRAY(
    SELECT g.id FROM going_on g WHERE g.split_id = d.id AND g.id IS NOT NULL ORDER BY g.id
) AS customers
FROM decisions d
CROSS JOIN LATERAL (
    SELECT coalesce(c.merged_into, c.id) AS id FROM customers c WHERE c.profile_id = $1 AND c.id = d.customer_id OFFSET 0
) AS c
CROSS JOIN LATERAL (
    SELECT coalesce(c.merged_into, c.id) AS id FROM customers c WHERE c.profile_id = $1 AND c.id = d.parted_id OFFSET 0
) AS p
WHERE p.id <> c.id
ORDER BY d.id
