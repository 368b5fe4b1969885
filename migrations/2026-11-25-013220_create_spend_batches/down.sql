DROP TABLE spend_batches;
