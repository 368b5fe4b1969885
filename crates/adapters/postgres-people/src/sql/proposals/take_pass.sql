SELECT s.after_id, s.requested_at, s.began_at, s.finished_at, s.walked, s.compared
FROM proposal_scans s
WHERE s.profile_id = $1
FOR UPDATE SKIP LOCKED
