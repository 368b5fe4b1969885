-- The newest line of each destination of a profile ($1), skipped ones too.
SELECT d.id AS destination_id, l.created_at, l.status
FROM export_destinations d
CROSS JOIN LATERAL (
    SELECT l.created_at, l.status
    FROM export_ledger l
    WHERE l.profile_id = $1 AND l.destination_id = d.id AND l.kind = 'real'
    ORDER BY l.created_at DESC
    LIMIT 1
) l
WHERE d.profile_id = $1
