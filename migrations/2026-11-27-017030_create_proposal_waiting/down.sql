DROP TABLE proposal_waiting;
