DROP TABLE customer_splits;
