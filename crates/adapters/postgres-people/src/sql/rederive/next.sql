-- A profile whose facts have not been gone through for pairs, and that nobody else is at.
SELECT r.profile_id, r.after_id, r.since FROM identity_rederivations r
ORDER BY r.profile_id LIMIT 1
FOR UPDATE SKIP LOCKED
