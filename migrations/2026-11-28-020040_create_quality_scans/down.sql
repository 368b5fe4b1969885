DROP TABLE quality_scans;
