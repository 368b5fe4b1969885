DROP INDEX customer_splits_customer;
