NOT EXISTS (
    SELECT FROM credits r
    WHERE r.profile_id = $1 AND r.generation = $4 AND r.conversion_id = c.id
        AND r.{share} IS NOT NULL
)
