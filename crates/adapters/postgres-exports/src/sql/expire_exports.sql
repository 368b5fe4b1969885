-- Ends what waits at a destination ($2) of the profile ($1) and is too old at $3. What was tried without an answer
-- may have arrived.
UPDATE export_ledger l
SET status = CASE
        WHEN l.ambiguous_at IS NOT NULL THEN 'unknown'
        WHEN l.attempt > 0 THEN 'failed'
        ELSE 'skipped'
    END,
    skip_reason = CASE WHEN l.ambiguous_at IS NULL AND l.attempt = 0 THEN 'stale' END,
    next_attempt_at = NULL,
    updated_at = $3
WHERE l.profile_id = $1 AND l.destination_id = $2 AND l.next_attempt_at IS NOT NULL AND l.fresh_until < $3
