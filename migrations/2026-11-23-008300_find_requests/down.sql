DROP INDEX replay_marks_requests;
