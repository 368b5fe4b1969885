-- What was decided under rules ($2) of a profile ($1) since an instant ($3).
SELECT
    rule_id,
    count(*) AS total,
    count(*) FILTER (WHERE status IN ('sent', 'accepted', 'confirmed')) AS sent,
    max(created_at) AS last_at
FROM export_ledger
WHERE profile_id = $1 AND rule_id = ANY ($2) AND created_at >= $3 AND kind = 'real'
GROUP BY rule_id
