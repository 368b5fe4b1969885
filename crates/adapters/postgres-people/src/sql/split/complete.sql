-- Who has what went away ($3) by a decision ($2).
UPDATE customer_splits s SET parted_id = $3 WHERE s.profile_id = $1 AND s.id = $2
