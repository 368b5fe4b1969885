-- Of the events of browsers ($2) these count for nothing: $3 whose, $4 which, $5 because of which rule.
-- The browsers for which that is new.
WITH given AS MATERIALIZED (
    SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS g(visitor_id, id, exclusion_id)
),
stored AS MATERIALIZED (
    SELECT x.visitor_id, x.id, x.exclusion_id
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
    CROSS JOIN LATERAL (
        SELECT * FROM excluded_events x WHERE x.profile_id = $1 AND x.visitor_id = w.id
        OFFSET 0
    ) AS x
),
gone AS (
    DELETE FROM excluded_events x
    USING (
        SELECT s.visitor_id, s.id FROM stored s
        EXCEPT
        SELECT g.visitor_id, g.id FROM given g
    ) AS s
    WHERE x.profile_id = $1 AND x.visitor_id = s.visitor_id AND x.id = s.id
),
added AS MATERIALIZED (
    SELECT g.visitor_id, g.id, g.exclusion_id FROM given g
    EXCEPT
    SELECT s.visitor_id, s.id, s.exclusion_id FROM stored s
),
put AS (
    INSERT INTO excluded_events (profile_id, visitor_id, id, exclusion_id)
    SELECT $1, a.visitor_id, a.id, a.exclusion_id FROM added a
    ON CONFLICT (profile_id, visitor_id, id) DO UPDATE SET exclusion_id = excluded.exclusion_id
)
SELECT d.visitor_id AS id
FROM (
    (SELECT s.visitor_id, s.id FROM stored s EXCEPT SELECT g.visitor_id, g.id FROM given g)
    UNION ALL
    (SELECT g.visitor_id, g.id FROM given g EXCEPT SELECT s.visitor_id, s.id FROM stored s)
) AS d
