DROP INDEX customer_merges_survivor;
