-- Events of browsers ($2 when, $3 ids, with $4 addresses and $5 the pages before) name nobody: $6 ($7 kind) decides those that
-- say who somebody is by one of their values ($9 kinds, $10 keys). What a click was called is told apart by $8. Browsers
-- ($11) are called otherwise ($12).
UPDATE tracker_events e SET
    url = n.url, referrer = n.referrer, title = NULL, properties = NULL, sender = NULL,
    subject_kind = CASE WHEN v.kind IS NOT NULL THEN $7 ELSE e.subject_kind END,
    subject_key = CASE WHEN v.kind IS NOT NULL THEN $6 ELSE e.subject_key END,
    identifiers = CASE
        WHEN e.identifiers IS NULL THEN NULL
        WHEN v.kind IS NULL THEN e.identifiers - ARRAY['first_name', 'last_name']
        ELSE jsonb_strip_nulls(jsonb_build_object(
            'crm_contact_id', $6,
            'anonymous_id', CASE WHEN e.identifiers ? 'anonymous_id' THEN
                coalesce(b.anonymous_id, e.identifiers ->> 'anonymous_id') END
        ))
    END,
    click_ids = (
        SELECT jsonb_object_agg(c.kind, 'forgotten-' || encode(sha256(convert_to($8 || c.value, 'UTF8')), 'hex'))
        FROM jsonb_each_text(e.click_ids) AS c(kind, value)
    )
FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
JOIN tracker_events o ON o.profile_id = $1 AND o.occurred_at = n.at AND o.id = n.id
LEFT JOIN unnest($9::text[], $10::text[]) AS v(kind, value_key)
    ON v.kind = o.subject_kind AND v.value_key = o.subject_key
LEFT JOIN unnest($11::uuid[], $12::text[]) AS b(old_id, anonymous_id) ON b.old_id = o.visitor_id
WHERE e.profile_id = $1 AND e.occurred_at = n.at AND e.id = n.id
