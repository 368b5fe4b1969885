DROP TABLE export_marks;
