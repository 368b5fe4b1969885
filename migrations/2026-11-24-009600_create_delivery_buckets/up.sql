-- Which process sends what belongs to a bucket, and until when it is believed alive.
CREATE TABLE delivery_buckets (
    bucket smallint PRIMARY KEY,
    holder uuid NOT NULL,
    until timestamptz NOT NULL
);
