-- What led to a decision.
CREATE INDEX merge_proposals_merge ON merge_proposals (profile_id, merge_id) WHERE merge_id IS NOT NULL;
