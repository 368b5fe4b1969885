DROP TABLE api_key_uses;
DROP TABLE counted_calls;
DROP TABLE rate_buckets;
