-- A pass from the beginning, unless one is under way.
UPDATE proposal_scans s SET after_id = '00000000-0000-0000-0000-000000000000', requested_at = $2, began_at = NULL,
    finished_at = NULL, walked = 0, compared = 0
WHERE s.profile_id = $1 AND s.finished_at IS NOT NULL
