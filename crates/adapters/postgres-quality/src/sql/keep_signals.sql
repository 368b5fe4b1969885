-- What is known of signals from now on.
INSERT INTO trust_states (profile_id, code, level, since, changed_at)
SELECT $1, s.code, s.level, s.since, s.changed_at
FROM unnest($2::text[], $3::text[], $4::date[], $5::timestamptz[]) AS s(code, level, since, changed_at)
ON CONFLICT (profile_id, code) DO UPDATE SET
    level = excluded.level, since = excluded.since, changed_at = excluded.changed_at
