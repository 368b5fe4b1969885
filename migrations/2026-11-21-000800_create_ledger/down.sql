DROP TABLE restatement_lines;
DROP TABLE restatements;
DROP TABLE recomputes;
DROP TABLE audit_events;
