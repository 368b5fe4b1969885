-- Who the recipient of each of the values ($2 kinds, $3 keys) is.
SELECT r.id, a.kind, a.value_key
FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
CROSS JOIN LATERAL (
    SELECT r.id FROM view_recipients r
    WHERE r.profile_id = $1 AND r.subject_kind = a.kind AND r.subject_key = a.value_key AND r.revoked_at IS NULL
    OFFSET 0
) AS r
