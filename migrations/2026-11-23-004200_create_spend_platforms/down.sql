DROP TABLE spend_platforms;
