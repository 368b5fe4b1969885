DROP TABLE customer_split_values;
