DROP TABLE export_rules;
