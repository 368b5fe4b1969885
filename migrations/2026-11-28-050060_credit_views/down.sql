ALTER TABLE profiles DROP COLUMN credits_views;
