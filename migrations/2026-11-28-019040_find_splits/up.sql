-- The history of a customer's decisions; ids are ordered by time.
CREATE INDEX customer_splits_customer ON customer_splits (profile_id, customer_id, id);
