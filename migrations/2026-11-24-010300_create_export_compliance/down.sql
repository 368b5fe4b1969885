DROP TABLE export_compliance;
