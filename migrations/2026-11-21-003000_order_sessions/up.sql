-- The session that an event belongs to is the last one of its browser that began before it: with the
-- time in the index it is the first row that is looked at.
CREATE INDEX sessions_visitor_time ON sessions (profile_id, visitor_id, started_at);
DROP INDEX sessions_visitor;
ALTER INDEX sessions_visitor_time RENAME TO sessions_visitor;
