-- Outcome events ($2, with $3 addresses) name nobody: $4 ($5 kind) decides them if a person did. What a click was called is
-- told apart by $6.
UPDATE outcome_events e SET
    url = n.url, content_hash = '',
    subject_kind = CASE WHEN e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id' THEN e.subject_kind ELSE $5 END,
    subject_key = CASE WHEN e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id' THEN e.subject_key ELSE $4 END,
    identifiers = jsonb_strip_nulls(jsonb_build_object(
        'anonymous_id', e.identifiers ->> 'anonymous_id',
        'crm_contact_id', CASE WHEN e.subject_kind IS NOT NULL AND e.subject_kind <> 'anonymous_id' THEN $4 END
    )),
    click_ids = (
        SELECT jsonb_object_agg(c.kind, 'forgotten-' || encode(sha256(convert_to($6 || c.value, 'UTF8')), 'hex'))
        FROM jsonb_each_text(e.click_ids) AS c(kind, value)
    ),
    properties = CASE WHEN e.properties ? 'provider'
        THEN jsonb_build_object('provider', e.properties -> 'provider') END
FROM unnest($2::uuid[], $3::text[]) AS n(id, url)
WHERE e.profile_id = $1 AND e.id = n.id
