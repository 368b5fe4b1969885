INSERT INTO signature_channels (
    profile_id, signature_id, channel, rule, source, medium, is_direct, resolved_at
)
SELECT $1, r.id, r.channel, r.rule, r.source, r.medium, r.is_direct, $2
FROM jsonb_to_recordset($3) AS r(
    id bigint, channel text, rule text, source text, medium text, is_direct boolean
)
ORDER BY r.id
ON CONFLICT DO NOTHING
