DROP TABLE spend_landing;
