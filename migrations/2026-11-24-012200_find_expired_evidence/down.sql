DROP INDEX match_evidence_expiry;
