DROP TABLE quality_days;
