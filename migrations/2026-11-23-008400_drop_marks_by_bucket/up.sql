DROP INDEX replay_marks_profile;
