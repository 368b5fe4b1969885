DROP TABLE delivery_buckets;
