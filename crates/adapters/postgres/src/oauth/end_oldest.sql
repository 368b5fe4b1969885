-- Of the person $1, the approvals beyond the newest $3 end at $2.
UPDATE token_families
SET revoked_at = $2
WHERE id IN (
    SELECT id FROM token_families
    WHERE user_id = $1 AND revoked_at IS NULL
    ORDER BY created_at DESC, id DESC
    OFFSET $3
)
