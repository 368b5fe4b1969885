DROP INDEX restatement_lines_sequence;
CREATE INDEX restatement_lines_sequence ON restatement_lines (profile_id, sequence);
DROP INDEX recomputes_unfinished;
DROP INDEX recomputes_requested;
