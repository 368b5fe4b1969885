DROP INDEX tracker_events_subject;
