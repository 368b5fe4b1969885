DELETE FROM proposal_blocks b
WHERE b.profile_id = $1 AND b.customer_id = ANY($2)
