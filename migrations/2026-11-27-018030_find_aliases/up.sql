-- Who leads to a customer.
CREATE INDEX customers_aliases ON customers (profile_id, merged_into) WHERE merged_into IS NOT NULL;
