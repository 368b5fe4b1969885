DROP TABLE spend_ads;
ALTER TABLE spend_days DROP COLUMN exceeded;
