DROP TABLE merge_proposals;
