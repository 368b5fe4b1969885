DROP TABLE intake_days;
