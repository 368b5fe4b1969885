DROP INDEX deliveries_listed;
