CREATE INDEX sessions_visitor_only ON sessions (profile_id, visitor_id);
DROP INDEX sessions_visitor;
ALTER INDEX sessions_visitor_only RENAME TO sessions_visitor;
