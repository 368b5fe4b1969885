DROP TABLE quality_mutes;
