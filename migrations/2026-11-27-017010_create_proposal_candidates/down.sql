DROP TABLE proposal_candidates;
