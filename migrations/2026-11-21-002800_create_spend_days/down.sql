DROP TABLE spend_days;
