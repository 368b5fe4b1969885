UPDATE proposal_scans s SET after_id = $2, began_at = $3, finished_at = $4, walked = $5, compared = $6
WHERE s.profile_id = $1
