DROP INDEX export_rules_listed;
