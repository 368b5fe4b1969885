DROP INDEX credits_views;
