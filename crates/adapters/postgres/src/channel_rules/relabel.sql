-- New labels of known signatures, and that there are some.
WITH told AS (
    UPDATE attribution_state SET relabelled = relabelled + 1 WHERE profile_id = $1
)
UPDATE signature_channels c
SET channel = r.channel, rule = r.rule, is_direct = r.is_direct, source = r.source,
    medium = r.medium, resolved_at = $2
FROM unnest($3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[])
    AS r(signature_id, channel, rule, is_direct, source, medium)
WHERE c.profile_id = $1 AND c.signature_id = r.signature_id
