INSERT INTO intake_days AS d
    (profile_id, local_date, endpoint, reason, pointer, events, last_at)
SELECT a.profile_id, a.local_date, a.endpoint, a.reason, a.pointer, a.events, a.last_at
FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[])
    AS a(profile_id, local_date, endpoint, reason, pointer, events, last_at)
ORDER BY a.profile_id, a.local_date, a.endpoint, a.reason, a.pointer
ON CONFLICT (profile_id, local_date, endpoint, reason, pointer) DO UPDATE SET
    events = d.events + excluded.events, last_at = greatest(d.last_at, excluded.last_at)
