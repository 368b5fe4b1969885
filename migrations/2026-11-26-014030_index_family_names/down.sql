DROP INDEX customers_family_named;
