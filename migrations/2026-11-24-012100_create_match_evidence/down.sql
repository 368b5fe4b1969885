DROP TABLE match_evidence;
