DROP INDEX customer_merges_merged;
