-- Those of some definitions ($3) of the profile ($1) that have an attributed conversion for the first time.
UPDATE conversion_definitions
SET first_attributed_at = $2
WHERE profile_id = $1 AND id = ANY($3) AND first_attributed_at IS NULL
RETURNING id
