ALTER TABLE tracker_events DROP COLUMN sender;
DROP TABLE sender_keys;
DROP TABLE exclusion_passes;
DROP TABLE excluded_events;
DROP TABLE tracking_exclusions;
