-- Definitions of the profile ($1) that have an attributed conversion for the first time: each with that one.
UPDATE conversion_definitions d
SET first_attributed_at = $2
FROM unnest($3::uuid[], $4::uuid[]) AS c(definition_id, conversion_id)
WHERE d.profile_id = $1 AND d.id = c.definition_id AND d.first_attributed_at IS NULL
RETURNING d.id AS definition_id, c.conversion_id
