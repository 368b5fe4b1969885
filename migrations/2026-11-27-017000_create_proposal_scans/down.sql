DROP TABLE proposal_scans;
