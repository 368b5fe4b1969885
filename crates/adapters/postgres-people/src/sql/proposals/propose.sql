-- What is proposed of customers ($2): pairs $4, $5 with ids $3, scores $6, bands $7 and evidence $8, at $9. Whatever
-- else waits of them goes, but for what was put off with an alias: that goes on under another id once the alias is looked
-- at. A pair with one between whom somebody decided that they are two, under whichever of their ids, is not proposed.
WITH given AS MATERIALIZED (
    SELECT * FROM unnest(
        $3::uuid[], $4::uuid[], $5::uuid[], $6::integer[], $7::text[], $8::jsonb[]
    ) AS t(id, one_id, other_id, score, band, evidence)
),
ids AS MATERIALIZED (
    SELECT s.of, s.of AS id FROM (SELECT g.one_id AS of FROM given g UNION SELECT g.other_id FROM given g) AS s
    UNION
    SELECT s.of, i.home_id FROM (SELECT g.one_id AS of FROM given g UNION SELECT g.other_id FROM given g) AS s
    CROSS JOIN LATERAL (
        SELECT i.home_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = s.of AND i.home_id IS NOT NULL
        OFFSET 0
    ) AS i
),
dismissed AS MATERIALIZED (
    SELECT least(a.of, b.of) AS one_id, greatest(a.of, b.of) AS other_id
    FROM ids a
    CROSS JOIN LATERAL (
        SELECT p.other_id FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.one_id = a.id AND p.status = 'dismissed'
        OFFSET 0
    ) AS p
    JOIN ids b ON b.id = p.other_id
),
wanted AS MATERIALIZED (
    SELECT g.* FROM given g
    WHERE NOT EXISTS (SELECT FROM dismissed d WHERE d.one_id = g.one_id AND d.other_id = g.other_id)
),
stale AS MATERIALIZED (
    SELECT p.id FROM unnest($2::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
        SELECT p.id, p.one_id, p.other_id, p.status FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.one_id = a.id AND p.status IN ('pending', 'snoozed')
        UNION ALL
        SELECT p.id, p.one_id, p.other_id, p.status FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.other_id = a.id AND p.status IN ('pending', 'snoozed')
    ) AS p
    WHERE (p.one_id, p.other_id) NOT IN (SELECT w.one_id, w.other_id FROM wanted w)
        AND NOT (p.status = 'snoozed' AND EXISTS (
            SELECT FROM customers c
            WHERE c.profile_id = $1 AND c.id = ANY (ARRAY[p.one_id, p.other_id]) AND c.merged_into IS NOT NULL
        ))
),
removed AS (
    DELETE FROM merge_proposals p WHERE p.profile_id = $1 AND p.id = ANY(ARRAY(SELECT s.id FROM stale s))
)
INSERT INTO merge_proposals (profile_id, id, one_id, other_id, proposed_at, score, band, evidence, status)
SELECT $1, w.id, w.one_id, w.other_id, $9, w.score, w.band, w.evidence, 'pending'
FROM wanted w
ORDER BY w.one_id, w.other_id
ON CONFLICT (profile_id, one_id, other_id) DO UPDATE
SET score = excluded.score, band = excluded.band, evidence = excluded.evidence
WHERE merge_proposals.status IN ('pending', 'snoozed')
    AND (merge_proposals.score, merge_proposals.evidence) IS DISTINCT FROM (excluded.score, excluded.evidence)
