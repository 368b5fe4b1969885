DROP TABLE proposal_blocks;
