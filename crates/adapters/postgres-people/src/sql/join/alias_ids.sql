-- Ids ($2) become an alias of another ($3), or cease to be one: all of them are compared anew.
WITH waiting AS (
    INSERT INTO proposal_waiting (profile_id, customer_id)
    SELECT $1, a.id FROM (SELECT unnest($2::uuid[] || $3::uuid[])) AS a(id)
    WHERE a.id IS NOT NULL
    GROUP BY a.id ORDER BY a.id
    ON CONFLICT DO NOTHING
)
UPDATE customers c SET merged_into = (
    SELECT a.merged_into FROM unnest($2::uuid[], $3::uuid[]) AS a(id, merged_into) WHERE a.id = c.id
)
WHERE c.profile_id = $1 AND c.id = ANY($2)
