-- How many rows of lists of customers name both values, which connects them as events of servers do.
ALTER TABLE identifier_pairs ADD COLUMN list_rows bigint NOT NULL DEFAULT 0;
