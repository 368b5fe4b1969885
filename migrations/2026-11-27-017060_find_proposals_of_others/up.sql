-- What is proposed of the second of two; of the first its pair tells.
CREATE INDEX merge_proposals_other ON merge_proposals (profile_id, other_id);
