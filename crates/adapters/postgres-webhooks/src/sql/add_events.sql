INSERT INTO outbox (profile_id, id, event_type, provider, body, occurred_at)
SELECT r.profile_id, r.id, r.event_type, r.provider, r.body, r.occurred_at
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[])
    AS r(profile_id, id, event_type, provider, body, occurred_at)
