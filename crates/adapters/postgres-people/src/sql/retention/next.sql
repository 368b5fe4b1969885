-- What is due at $1 and nobody is at.
SELECT r.profile_id, r.kind, nullif(r.after_at, '-infinity') AS after_at, r.after_id,
    CASE r.kind WHEN 'tracker_events' THEN p.tracker_days ELSE p.personal_days END AS days
FROM retention_passes r
JOIN profiles p ON p.id = r.profile_id
WHERE r.next_at <= $1
    AND CASE r.kind WHEN 'tracker_events' THEN p.tracker_days ELSE p.personal_days END IS NOT NULL
ORDER BY r.next_at, r.profile_id, r.kind
LIMIT 1
FOR UPDATE OF r SKIP LOCKED
