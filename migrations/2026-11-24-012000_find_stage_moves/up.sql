-- Moves in pipelines by their time, for rules of exports that tell of them.
CREATE INDEX outcome_events_moves ON outcome_events (profile_id, occurred_at, id) WHERE pipeline IS NOT NULL;
