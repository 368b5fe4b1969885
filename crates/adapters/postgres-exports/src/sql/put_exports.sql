-- Replaces lines ($2) of the profile ($1); when $3, those alone that are still at the attempt that the line says.
UPDATE export_ledger l
SET run_id = r.run_id,
    conversion_id = r.conversion_id,
    platform_event_name = r.platform_event_name,
    event_id = r.event_id,
    action_source = r.action_source,
    status = r.status,
    skip_reason = r.skip_reason,
    filters_applied = r.filters_applied,
    match_keys = r.match_keys,
    value = r.value,
    currency = r.currency,
    attempt = r.attempt,
    first_attempt_at = r.first_attempt_at,
    ambiguous_at = r.ambiguous_at,
    next_attempt_at = r.next_attempt_at,
    fresh_until = r.fresh_until,
    request_place = r.request_place,
    accepted_at = r.accepted_at,
    ask_at = r.ask_at,
    asked = r.asked,
    http_status = r.http_status,
    platform_code = r.platform_code,
    subcode = r.subcode,
    trace_id = r.trace_id,
    request_sha256 = r.request_sha256,
    response_redacted = r.response_redacted,
    updated_at = now()
FROM jsonb_to_recordset($2) AS r(
    id uuid, run_id uuid, rule_id uuid, destination_id uuid, kind text, source_fingerprint bytea, source_kind text,
    source_event_id uuid, conversion_id uuid, platform_event_name text, event_id text, action_source text,
    event_time timestamptz, status text, skip_reason text, filters_applied text[], match_keys text[], value numeric,
    currency text, attempt integer, first_attempt_at timestamptz, ambiguous_at timestamptz,
    next_attempt_at timestamptz, fresh_until timestamptz, request_place integer, accepted_at timestamptz,
    ask_at timestamptz, asked integer, http_status smallint, platform_code bigint,
    subcode bigint, trace_id text, request_sha256 bytea, response_redacted text, created_at timestamptz
)
WHERE l.profile_id = $1 AND l.id = r.id
    AND (NOT $3 OR (l.attempt = r.attempt AND l.status IN ('sending', 'retry', 'unknown', 'failed')))
