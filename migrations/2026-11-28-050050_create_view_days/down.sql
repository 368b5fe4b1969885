DROP TABLE view_days;
