-- Events by the callers' own ids of people, which decide whose no event is.
CREATE INDEX outcome_events_external ON outcome_events (profile_id, (identifiers ->> 'external_id'))
WHERE identifiers ? 'external_id';
