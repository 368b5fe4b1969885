-- How receivers do, and which of them are disabled (at $5, because of $6).
UPDATE webhook_subscriptions s
SET failures_in_a_row = e.failures,
    dead_since = e.dead_since,
    disabled_at = coalesce(s.disabled_at, e.disabled_at),
    disabled_reason = coalesce(s.disabled_reason, e.reason),
    bury_until = coalesce(e.disabled_at, s.bury_until),
    updated_at = coalesce(e.disabled_at, s.updated_at)
FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::text[])
    AS e(profile_id, id, failures, dead_since, disabled_at, reason)
WHERE s.profile_id = e.profile_id AND s.id = e.id AND (
    s.failures_in_a_row <> e.failures
    OR s.dead_since IS DISTINCT FROM e.dead_since
    OR e.disabled_at IS NOT NULL
)
