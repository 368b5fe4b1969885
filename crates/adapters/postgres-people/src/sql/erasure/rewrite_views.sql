-- Events of browsers ($2 when, $3 ids, with $4 addresses and $5 the pages before) name nobody: $6 ($7 kind) decides those that
-- say who somebody is by one of their values ($9 kinds, $10 keys). What a click was called is told apart by $8. Who sent one
-- stays while an exclusion asks for that, and what says that somebody else is there.
WITH n AS MATERIALIZED (
    SELECT n.at, n.id, n.url, n.referrer, f.is_theirs
    FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
    CROSS JOIN LATERAL (
        SELECT coalesce((o.subject_kind, o.subject_key) IN (
            SELECT v.kind, v.value_key FROM unnest($9::text[], $10::text[]) AS v(kind, value_key)
        ), false) AS is_theirs
        FROM tracker_events o
        WHERE o.profile_id = $1 AND o.occurred_at = n.at AND o.id = n.id
        OFFSET 0
    ) AS f
)
UPDATE tracker_events e SET
    url = n.url, referrer = n.referrer, title = NULL, properties = NULL,
    sender = CASE WHEN e.sender = ANY(ARRAY(
        SELECT unnest(x.senders) FROM tracking_exclusions x WHERE x.profile_id = $1
    )) THEN e.sender END,
    subject_kind = CASE WHEN n.is_theirs THEN $7 ELSE e.subject_kind END,
    subject_key = CASE WHEN n.is_theirs THEN $6 ELSE e.subject_key END,
    identifiers = CASE
        WHEN e.identifiers IS NULL THEN NULL
        WHEN n.is_theirs OR e.subject_kind IS NULL OR e.subject_kind = 'anonymous_id'
        THEN jsonb_strip_nulls(jsonb_build_object(
            'anonymous_id', e.identifiers ->> 'anonymous_id',
            'crm_contact_id', CASE WHEN n.is_theirs THEN $6 END
        ))
        ELSE e.identifiers
    END,
    click_ids = (
        SELECT jsonb_object_agg(c.kind, 'forgotten-' || encode(sha256(convert_to($8 || c.value, 'UTF8')), 'hex'))
        FROM jsonb_each_text(e.click_ids) AS c(kind, value)
    )
FROM n
WHERE e.profile_id = $1 AND e.occurred_at = n.at AND e.id = n.id
