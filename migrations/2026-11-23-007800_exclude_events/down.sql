DROP TABLE exclusion_passes;
DROP TABLE excluded_events;
DROP TABLE tracking_exclusions;
