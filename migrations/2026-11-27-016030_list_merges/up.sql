-- The history of decisions into a customer; ids are ordered by time.
CREATE INDEX customer_merges_survivor ON customer_merges (profile_id, survivor_id, id);
