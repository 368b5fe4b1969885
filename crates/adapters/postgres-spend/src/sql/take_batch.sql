-- The batch that has waited longest of those that are to be looked at by $1 and that nobody has.
SELECT profile_id, batch_id, platform, account_id, date_from, date_to, row_count, landed_at, failures
FROM spend_batches
WHERE status = 'ready' AND (look_at IS NULL OR look_at <= $1)
ORDER BY look_at NULLS FIRST, landed_at
LIMIT 1
FOR NO KEY UPDATE SKIP LOCKED
