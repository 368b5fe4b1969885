-- The history of decisions into a customer, the newest first.
CREATE INDEX customer_merges_history ON customer_merges (profile_id, survivor_id, decided_at, id);
