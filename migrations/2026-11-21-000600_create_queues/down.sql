DROP TABLE import_progress;
DROP TABLE replay_marks;
