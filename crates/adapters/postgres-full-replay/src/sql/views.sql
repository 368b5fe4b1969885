-- What customers were shown, each with whose it is by the value that it was sent to.
SELECT i.customer_id, w.id, w.occurred_at, w.signature_id, w.ad_id, w.campaign_id
FROM view_recipients r
JOIN identifiers i ON i.profile_id = $1 AND i.kind = r.subject_kind AND i.value_key = r.subject_key
JOIN views w ON w.profile_id = $1 AND w.recipient_id = r.id
WHERE r.profile_id = $1
