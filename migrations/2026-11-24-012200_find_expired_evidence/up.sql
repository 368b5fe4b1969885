-- What is to be deleted by now.
CREATE INDEX match_evidence_expiry ON match_evidence (expires_at);
