CREATE INDEX replay_marks_full ON replay_marks (bucket, profile_id, id) WHERE kind = 'profile';
