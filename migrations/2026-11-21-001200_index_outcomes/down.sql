DROP INDEX outcome_events_time;
