DROP INDEX outcome_events_moves;
