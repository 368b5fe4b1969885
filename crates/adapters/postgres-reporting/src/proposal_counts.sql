-- How many of a whole queue stand where at $2.
SELECT CASE WHEN p.status = 'snoozed' AND p.snoozed_until <= $2 THEN 'pending' ELSE p.status END AS status,
    count(*) AS proposals
FROM merge_proposals p
WHERE p.profile_id = $1
GROUP BY 1
