DROP INDEX customer_splits_parted;
