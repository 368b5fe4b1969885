-- How many of a whole queue stand where at $2.
SELECT CASE WHEN p.status = 'snoozed' AND p.snoozed_until <= $2 THEN 'pending' ELSE p.status END AS status,
    count(*) AS proposals
FROM merge_proposals p
LEFT JOIN customers one ON one.profile_id = $1 AND one.id = p.one_id
LEFT JOIN customers other ON other.profile_id = $1 AND other.id = p.other_id
WHERE p.profile_id = $1 AND (
    p.status IN ('merged', 'dismissed')
    OR (one.id IS NOT NULL AND one.merged_into IS NULL AND other.id IS NOT NULL AND other.merged_into IS NULL)
)
GROUP BY 1
