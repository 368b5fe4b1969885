-- Outcome events of some days, for previews of definitions, suggestions and counts.
CREATE INDEX outcome_events_time ON outcome_events (profile_id, occurred_at);
