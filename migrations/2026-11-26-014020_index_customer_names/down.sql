DROP INDEX customers_named;
