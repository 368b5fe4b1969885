DROP INDEX customer_merges_history;
