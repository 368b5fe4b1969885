-- Whether somebody decided that two customers ($2, $3) are two people, under whichever of their ids.
WITH ids AS MATERIALIZED (
    SELECT s.of, s.of AS id FROM unnest(ARRAY[$2, $3]::uuid[]) AS s(of)
    UNION
    SELECT s.of, i.home_id FROM unnest(ARRAY[$2, $3]::uuid[]) AS s(of)
    CROSS JOIN LATERAL (
        SELECT i.home_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = s.of AND i.home_id IS NOT NULL
        OFFSET 0
    ) AS i
)
SELECT EXISTS (
    SELECT FROM ids a
    CROSS JOIN LATERAL (
        SELECT p.other_id FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.one_id = a.id AND p.status = 'dismissed'
        OFFSET 0
    ) AS p
    JOIN ids b ON b.id = p.other_id AND b.of <> a.of
) AS are_two
