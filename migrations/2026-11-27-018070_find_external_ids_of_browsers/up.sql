-- The same of what browsers told.
CREATE INDEX tracker_events_external ON tracker_events (profile_id, (identifiers ->> 'external_id'))
WHERE kind = 'identify' AND identifiers ? 'external_id';
