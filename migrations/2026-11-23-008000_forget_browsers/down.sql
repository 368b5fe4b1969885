DROP TABLE forgotten_browsers;
DROP TABLE retention_passes;
ALTER TABLE profiles DROP COLUMN personal_days, DROP COLUMN tracker_days;
