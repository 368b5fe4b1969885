-- Some clients that registered before $1 and that nobody ever approved.
DELETE FROM oauth_clients
WHERE id IN (
    SELECT id FROM oauth_clients WHERE authorised_at IS NULL AND created_at < $1
    ORDER BY created_at LIMIT 50 FOR UPDATE SKIP LOCKED
)
