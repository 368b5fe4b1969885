DROP INDEX outcome_events_external;
