DROP TABLE tracker_hosts;
