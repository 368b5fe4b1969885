-- The next $2 profiles after $1 that anything came in of, with when their links were looked at.
SELECT s.profile_id, s.timezone, q.scanned_at,
    q.rules_version IS NOT NULL AND q.rules_version <> coalesce(r.version, 0) AS is_of_other_rules
FROM attribution_state s
LEFT JOIN quality_scans q ON q.profile_id = s.profile_id
LEFT JOIN channel_rule_sets r ON r.profile_id = s.profile_id
WHERE s.profile_id > $1 AND (
    q.profile_id IS NOT NULL
    OR EXISTS (SELECT 1 FROM visitors v WHERE v.profile_id = s.profile_id)
    OR EXISTS (SELECT 1 FROM conversion_days d WHERE d.profile_id = s.profile_id)
    OR EXISTS (SELECT 1 FROM ad_spend_daily a WHERE a.profile_id = s.profile_id)
)
ORDER BY s.profile_id
LIMIT $2
