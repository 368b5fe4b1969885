ALTER TABLE credits DROP COLUMN views_moved;
