-- Accounts of a profile that are read and not removed.
SELECT s.connection_id AS id, c.timezone AS own_zone, p.timezone AS profile_zone, s.months
FROM spend_syncs s
JOIN connections c ON c.profile_id = $1 AND c.id = s.connection_id AND c.status <> 'revoked'
JOIN profiles p ON p.id = $1
WHERE s.profile_id = $1 AND s.is_enabled
LIMIT 100
