CREATE INDEX replay_marks_profile ON replay_marks (bucket, profile_id, id);
