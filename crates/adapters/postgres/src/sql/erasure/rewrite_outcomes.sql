-- Outcome events ($2, with $3 addresses, $4 keys and $5 what they refund) name nobody: $6 ($7 kind) decides them if a person
-- did. What a click was called is told apart by $8. Browsers ($9) are called otherwise ($10, $11).
UPDATE outcome_events e SET
    idempotency_key = n.idempotency_key, refund_of = n.refund_of, url = n.url, content_hash = '',
    subject_kind = CASE WHEN e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id' THEN e.subject_kind ELSE $7 END,
    subject_key = CASE
        WHEN e.subject_kind IS NULL THEN NULL
        WHEN e.subject_kind = 'anonymous_id' THEN coalesce(b.anonymous_id, e.subject_key)
        ELSE $6
    END,
    visitor_id = coalesce(b.new_id, e.visitor_id),
    identifiers = jsonb_strip_nulls(jsonb_build_object(
        'anonymous_id', CASE WHEN e.identifiers ? 'anonymous_id' THEN
            coalesce(b.anonymous_id, e.identifiers ->> 'anonymous_id') END,
        'crm_contact_id', CASE WHEN e.subject_kind IS NOT NULL AND e.subject_kind <> 'anonymous_id' THEN $6 END
    )),
    click_ids = (
        SELECT jsonb_object_agg(c.kind, 'forgotten-' || encode(sha256(convert_to($8 || c.value, 'UTF8')), 'hex'))
        FROM jsonb_each_text(e.click_ids) AS c(kind, value)
    ),
    properties = CASE WHEN e.properties ? 'provider'
        THEN jsonb_build_object('provider', e.properties -> 'provider') END
FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS n(id, url, idempotency_key, refund_of)
LEFT JOIN outcome_events o ON o.profile_id = $1 AND o.id = n.id
LEFT JOIN unnest($9::uuid[], $10::uuid[], $11::text[]) AS b(old_id, new_id, anonymous_id) ON b.old_id = o.visitor_id
WHERE e.profile_id = $1 AND e.id = n.id
