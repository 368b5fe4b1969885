DROP TABLE spend_batches;
DROP TABLE spend_landing;
