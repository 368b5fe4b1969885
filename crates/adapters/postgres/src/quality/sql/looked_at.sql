-- The next $2 profiles after $1 with when their links were looked at.
SELECT s.profile_id, s.timezone, q.scanned_at,
    q.rules_version IS NOT NULL AND q.rules_version <> coalesce(r.version, 0) AS is_of_other_rules
FROM attribution_state s
LEFT JOIN quality_scans q ON q.profile_id = s.profile_id
LEFT JOIN channel_rule_sets r ON r.profile_id = s.profile_id
WHERE s.profile_id > $1
ORDER BY s.profile_id
LIMIT $2
