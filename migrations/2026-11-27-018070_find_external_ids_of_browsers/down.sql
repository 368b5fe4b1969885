DROP INDEX tracker_events_external;
