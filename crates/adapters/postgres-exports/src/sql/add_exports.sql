-- New lines ($2) of the profile ($1). What was skipped for one of some reasons ($3) is replaced by what is decided
-- otherwise now; of anything else there is one line already.
INSERT INTO export_ledger AS l (
    profile_id, id, run_id, rule_id, destination_id, kind, source_fingerprint, source_kind, source_event_id,
    conversion_id, platform_event_name, event_id, action_source, event_time, status, skip_reason, filters_applied,
    match_keys, value, currency, attempt, first_attempt_at, ambiguous_at, next_attempt_at, fresh_until, http_status,
    platform_code, subcode, trace_id, request_sha256, response_redacted, created_at, updated_at
)
SELECT
    $1, r.id, r.run_id, r.rule_id, r.destination_id, r.kind, r.source_fingerprint, r.source_kind, r.source_event_id,
    r.conversion_id, r.platform_event_name, r.event_id, r.action_source, r.event_time, r.status, r.skip_reason,
    r.filters_applied, r.match_keys, r.value, r.currency, r.attempt, r.first_attempt_at, r.ambiguous_at,
    r.next_attempt_at, r.fresh_until, r.http_status, r.platform_code, r.subcode, r.trace_id, r.request_sha256,
    r.response_redacted, r.created_at, r.created_at
FROM jsonb_to_recordset($2) AS r(
    id uuid, run_id uuid, rule_id uuid, destination_id uuid, kind text, source_fingerprint bytea, source_kind text,
    source_event_id uuid, conversion_id uuid, platform_event_name text, event_id text, action_source text,
    event_time timestamptz, status text, skip_reason text, filters_applied text[], match_keys text[], value numeric,
    currency text, attempt integer, first_attempt_at timestamptz, ambiguous_at timestamptz,
    next_attempt_at timestamptz, fresh_until timestamptz, http_status smallint, platform_code bigint,
    subcode bigint, trace_id text, request_sha256 bytea, response_redacted text, created_at timestamptz
)
ON CONFLICT (profile_id, destination_id, source_fingerprint, rule_id) WHERE kind = 'real' DO UPDATE
SET run_id = excluded.run_id,
    conversion_id = excluded.conversion_id,
    platform_event_name = excluded.platform_event_name,
    event_id = excluded.event_id,
    action_source = excluded.action_source,
    status = excluded.status,
    skip_reason = excluded.skip_reason,
    filters_applied = excluded.filters_applied,
    match_keys = excluded.match_keys,
    value = excluded.value,
    currency = excluded.currency,
    next_attempt_at = excluded.next_attempt_at,
    fresh_until = excluded.fresh_until,
    created_at = excluded.created_at,
    updated_at = excluded.updated_at
WHERE l.status = 'skipped' AND l.skip_reason = ANY($3) AND l.skip_reason IS DISTINCT FROM excluded.skip_reason
