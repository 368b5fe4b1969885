DROP INDEX replay_marks_full;
