-- Definitions of before had theirs already, which is not told again.
UPDATE conversion_definitions d
SET first_attributed_at = now()
FROM attribution_state a
WHERE a.profile_id = d.profile_id AND EXISTS (
    SELECT
    FROM conversions c
    WHERE c.profile_id = d.profile_id AND c.generation = a.generation
        AND c.conversion_key = d.conversion_key AND c.definition_id = d.id
        AND c.unattributed_reason IS NULL
);
