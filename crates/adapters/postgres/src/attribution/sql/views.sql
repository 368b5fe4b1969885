-- What customers ($2) were shown. Each row is looked up from the one before it, in this order whatever the
-- planner knows of the tables.
SELECT w.id AS customer_id, v.id, v.occurred_at, v.signature_id,
    coalesce(c.is_direct, false) AS is_direct, v.ad_id, v.campaign_id
FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
CROSS JOIN LATERAL (
    SELECT i.kind, i.value_key FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = w.id
    OFFSET 0
) AS i
CROSS JOIN LATERAL (
    SELECT r.id FROM view_recipients r
    WHERE r.profile_id = $1 AND r.subject_kind = i.kind AND r.subject_key = i.value_key
    OFFSET 0
) AS r
CROSS JOIN LATERAL (
    SELECT v.id, v.occurred_at, v.signature_id, v.ad_id, v.campaign_id FROM views v
    WHERE v.profile_id = $1 AND v.recipient_id = r.id
    OFFSET 0
) AS v
LEFT JOIN LATERAL (
    SELECT c.is_direct FROM signature_channels c
    WHERE c.profile_id = $1 AND c.signature_id = v.signature_id
    OFFSET 0
) AS c ON true
