DROP TABLE customer_split_browsers;
