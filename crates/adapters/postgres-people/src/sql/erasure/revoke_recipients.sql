-- Recipients by one of the values ($2 kinds, $3 keys) are so by what stands for them ($4 kind, $5 key), and what is shown to
-- them from $6 on is nobody's.
UPDATE view_recipients r SET
    subject_kind = $4, subject_key = $5, revoked_at = coalesce(r.revoked_at, $6)
WHERE r.profile_id = $1 AND r.id = ANY(ARRAY(
    SELECT o.id FROM unnest($2::text[], $3::text[]) AS v(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT o.id FROM view_recipients o
        WHERE o.profile_id = $1 AND o.subject_kind = v.kind AND o.subject_key = v.value_key
        OFFSET 0
    ) AS o
))
