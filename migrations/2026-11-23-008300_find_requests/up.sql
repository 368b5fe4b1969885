-- Requests for full replays, among many other marks.
CREATE INDEX replay_marks_requests ON replay_marks (profile_id, id) WHERE kind = 'profile';
