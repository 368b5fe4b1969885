-- The next $2 profiles after $1 that any touch was counted of, with when their links were looked at.
SELECT s.profile_id, s.timezone, q.scanned_at,
    q.rules_version IS NOT NULL AND q.rules_version <> coalesce(r.version, 0) AS is_of_other_rules
FROM attribution_state s
LEFT JOIN quality_scans q ON q.profile_id = s.profile_id
LEFT JOIN channel_rule_sets r ON r.profile_id = s.profile_id
WHERE s.profile_id > $1 AND (
    EXISTS (
        SELECT 1 FROM rollup_days d
        WHERE d.profile_id = s.profile_id AND d.population = 'touches'
    ) OR EXISTS (
        SELECT 1 FROM rollup_changes c
        WHERE c.profile_id = s.profile_id AND c.population = 'touches'
    )
)
ORDER BY s.profile_id
LIMIT $2
