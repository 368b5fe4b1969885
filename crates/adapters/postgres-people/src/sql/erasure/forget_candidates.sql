DELETE FROM proposal_candidates d
WHERE d.profile_id = $1 AND d.customer_id = ANY($2)
