-- All that a decision names.
CREATE INDEX customer_split_values_split ON customer_split_values (profile_id, split_id);
