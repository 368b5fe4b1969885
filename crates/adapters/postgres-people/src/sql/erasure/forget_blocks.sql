DELETE FROM proposal_blocks b
WHERE b.profile_id = $1 AND b.customer_id = ANY($2) AND b.block = ANY(ARRAY(
    SELECT unnest(c.blocks) FROM proposal_candidates c WHERE c.profile_id = $1 AND c.customer_id = ANY($2)
))
