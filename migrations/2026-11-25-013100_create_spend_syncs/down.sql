DROP TABLE spend_syncs;
