ALTER TABLE traffic_signatures DROP COLUMN unfilled;
