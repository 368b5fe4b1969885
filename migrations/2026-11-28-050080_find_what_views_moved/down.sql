DROP INDEX credits_views_moved;
