-- Which of these ($2) are recipients whom views can still be of; whoever would forget one waits.
SELECT r.id FROM view_recipients r
WHERE r.profile_id = $1 AND r.id = ANY($2) AND r.revoked_at IS NULL
ORDER BY r.id
FOR SHARE
