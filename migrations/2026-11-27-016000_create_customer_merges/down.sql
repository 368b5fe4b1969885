DROP TABLE customer_merges;
