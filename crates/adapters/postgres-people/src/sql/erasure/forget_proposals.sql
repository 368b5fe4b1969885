-- Of customers ($2) nothing is proposed.
DELETE FROM merge_proposals p
WHERE p.profile_id = $1 AND (p.one_id = ANY($2) OR p.other_id = ANY($2))
