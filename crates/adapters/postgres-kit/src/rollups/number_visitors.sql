-- Numbers the browsers ($2) that have none yet, one after the other from those that are taken on.
WITH new AS (
    SELECT a.id, row_number() OVER (ORDER BY a.id) AS place
    FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS a
    WHERE NOT EXISTS (
        SELECT FROM visitor_numbers n WHERE n.profile_id = $1 AND n.visitor_id = a.id
    )
),
counted AS (
    UPDATE attribution_state SET numbered = numbered + (SELECT count(*) FROM new)::integer
    WHERE profile_id = $1 AND EXISTS (SELECT FROM new)
    RETURNING numbered - (SELECT count(*) FROM new)::integer AS taken
)
INSERT INTO visitor_numbers (profile_id, visitor_id, number)
SELECT $1, new.id, counted.taken + new.place - 1
FROM new CROSS JOIN counted
