DROP TABLE erased_values;
