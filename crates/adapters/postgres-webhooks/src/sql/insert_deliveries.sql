-- New deliveries, due at $8; one that the place has of the event already stays as it is.
INSERT INTO deliveries (
    profile_id, id, kind, target_id, event_id, event_type, event_at, body, status, failures, attempts,
    next_attempt_at, queued_at, created_at
)
SELECT
    r.profile_id, r.id, 'webhook', r.target_id, r.event_id, r.event_type, r.event_at, r.body, 'pending', 0, 0,
    r.due, r.due, r.due
FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::bytea[],
    $8::timestamptz[]
) AS r(profile_id, id, target_id, event_id, event_type, event_at, body, due)
ON CONFLICT (profile_id, target_id, event_id) DO NOTHING
