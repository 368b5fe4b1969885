DROP INDEX customers_aliases;
